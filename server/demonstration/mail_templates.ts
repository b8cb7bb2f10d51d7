import { MAIL_TEMPLATES, type TemplateName } from '#domain/mail_templates/all.ts'
import { getTemplate, saveTemplate } from '../mail_templates/service.ts'
import type { DemonstrationContext } from './context.ts'

/** The office has reworded three mails. */
export async function rewordMails(stage: DemonstrationContext) {
  stage.at(-9)
  const save = async (name: TemplateName, change: { subject?: string; text?: string }) => {
    const { subject, text, version } = await getTemplate(stage.office, name)
    await saveTemplate(stage.office, name, { subject, text, ...change, version })
  }
  await save('review_request', {
    subject: '#call#: request to review, due #due_date#',
    text: `${MAIL_TEMPLATES.review_request.text}\n\nIf you cannot take part, a suggestion for another reviewer helps us.`,
  })
  await save('review_reminder', { subject: 'A friendly reminder: reviews of proposals' })
  await save('notice_receipt', {
    text: MAIL_TEMPLATES.notice_receipt.text.replace('Dear applicant,', 'Dear colleague,'),
  })
}
