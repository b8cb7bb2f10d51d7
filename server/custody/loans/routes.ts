import type { loans } from '#domain/custody/loans/contract.ts'
import { storeDownload } from '../../platform/csv.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { requireUpload } from './access.ts'
import * as agreement from './agreement.ts'
import * as closing from './closing.ts'
import * as extensions from './extensions.ts'
import * as files from './files.ts'
import * as list from './list.ts'
import * as losses from './losses.ts'
import * as packing from './packing.ts'
import * as receipt from './receipt.ts'
import { remindOfLoans } from './reminders.ts'
import * as returns from './returns.ts'
import * as use from './use.ts'

export const loanRoutes: Handlers<typeof loans> = {
  list: (ctx, { query }) => list.listLoans(ctx, query),
  download: (ctx, { query }) => storeDownload(ctx, { download: 'loans', file: 'loans.csv', query }),
  summary: (ctx) => list.summarizeLoans(ctx),
  mine: (ctx) => list.listMine(ctx),
  myPieces: (ctx) => storeDownload(ctx, { download: 'my_pieces', file: 'my_pieces.csv', query: {} }),
  owed: (ctx, { query }) => list.listOwed(ctx, query),
  get: (ctx, { params }) => list.showLoan(ctx, params.number),
  sendAgreements: (ctx, { body }) => agreement.sendAgreements(ctx, body.numbers),
  agreementPdf: (ctx, { params }) => agreement.agreementPdf(ctx, params.number),
  packingListPdf: (ctx, { params }) => packing.packingListPdf(ctx, params.number),
  file: (ctx, { params }) => files.downloadFile(ctx, params.number, params.file),
  uploadSigned: {
    before: (ctx, { params }) => requireUpload(ctx, params.number, 'signed'),
    answer: (ctx, { params, body }) => agreement.uploadSigned(ctx, params.number, body.file),
  },
  countersign: {
    before: (ctx, { params }) => requireUpload(ctx, params.number, 'countersigned'),
    answer: (ctx, { params, body }) => agreement.countersign(ctx, params.number, body.file),
  },
  onPaper: (ctx, { params, body }) => agreement.markOnPaper(ctx, params.number, body.version),
  choosePieces: (ctx, { params, body }) => packing.choosePieces(ctx, params.number, body),
  savePacking: (ctx, { params, body }) => packing.savePacking(ctx, params.number, body),
  saveParcel: (ctx, { params, body }) => packing.saveParcel(ctx, params.number, body),
  resolvePacking: (ctx, { params, body }) => packing.resolvePacking(ctx, params.number, body),
  signPacked: (ctx, { params, body }) => packing.signPacked(ctx, params.number, body.version),
  unpack: (ctx, { params, body }) => packing.unpack(ctx, params.number, body),
  dispatch: (ctx, { params, body }) => packing.dispatchLoan(ctx, params.number, body.version),
  receive: (ctx, { params, body }) => receipt.receive(ctx, params.number, body),
  missing: (ctx, { params, body }) => receipt.reportMissing(ctx, params.number, body),
  resolve: (ctx, { params, body }) => receipt.resolveDifference(ctx, params.number, body),
  weighAgain: (ctx, { params, body }) => receipt.weighAgain(ctx, params.number, body),
  split: (ctx, { params, body }) => use.split(ctx, params.number, body),
  consume: (ctx, { params, body }) => use.consume(ctx, params.number, body),
  askMove: (ctx, { params, body }) => use.askMove(ctx, params.number, body),
  decideMove: (ctx, { params, body }) => use.decideMove(ctx, params.number, body),
  askExtension: (ctx, { params, body }) => extensions.askExtension(ctx, params.number, body),
  decideExtension: (ctx, { params, body }) => extensions.decideExtension(ctx, params.number, body),
  sendBack: (ctx, { params, body }) => returns.sendBack(ctx, params.number, body),
  confirmReturn: (ctx, { params, body }) => returns.confirmReturn(ctx, params.number, body),
  sayLost: (ctx, { params, body }) => losses.sayLost(ctx, params.number, body),
  proposeWriteOff: (ctx, { params, body }) => losses.proposeWriteOff(ctx, params.number, body),
  confirmWriteOff: (ctx, { params, body }) => losses.confirmWriteOff(ctx, params.number, body.piece),
  notLost: (ctx, { params, body }) => losses.notLost(ctx, params.number, body),
  handOver: (ctx, { params, body }) => closing.handOver(ctx, params.number, body),
  noteUnlent: (ctx, { params, body }) => returns.noteUnlent(ctx, params.number, body),
  settleUnlent: (ctx, { params, body }) => returns.settleUnlent(ctx, params.number, body),
  uploadReport: {
    before: (ctx, { params }) => requireUpload(ctx, params.number, 'report_of_use'),
    answer: (ctx, { params, body }) => files.uploadReport(ctx, params.number, body),
  },
  uploadCustoms: {
    before: (ctx, { params }) => requireUpload(ctx, params.number, 'customs'),
    answer: (ctx, { params, body }) => files.uploadCustoms(ctx, params.number, body.file),
  },
  uploadPhoto: {
    before: (ctx, { params }) => requireUpload(ctx, params.number, 'photo'),
    answer: (ctx, { params, body }) => files.uploadPhoto(ctx, params.number, body),
  },
  remind: (ctx, { body }) => remindOfLoans(ctx, body.numbers),
  close: (ctx, { params, body }) => closing.closeLoan(ctx, params.number, body),
  reopen: (ctx, { params, body }) => closing.reopenLoan(ctx, params.number, body),
}
