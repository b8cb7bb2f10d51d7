import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { Fault } from '#domain/errors.ts'
import { CATALOGUE } from '#domain/samples/catalogue.ts'
import { IMPORT_TOO_LARGE, type ImportReport, MAX_IMPORT_BYTES, NOT_CSV } from '#domain/samples/contract.ts'
import { importSummary, whyNotImport } from '#domain/samples/import.ts'
import { columnsCsv, exampleCsv } from '#domain/samples/import_example.ts'
import { api } from '#web/lib/http/api.ts'
import { upload } from '#web/lib/http/calls.ts'
import { saveFile } from '#web/lib/http/download.ts'
import { useAction } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { type Chosen, FileField } from '#web/ui/forms/file_field.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Report } from './-report.tsx'

export const Route = createFileRoute('/samples/import/')({ component: ImportSamples })

const CSV = {
  type: 'text/csv',
  end: '.csv',
  wrong: NOT_CSV,
  maxBytes: MAX_IMPORT_BYTES,
  tooLarge: IMPORT_TOO_LARGE,
}

function ImportSamples() {
  const ask = useConfirm()
  const { file, choose, report, wrong, look, bring, progress } = useImport()
  return (
    <Page title="Import samples" breadcrumbs={[['Sample List', address('/samples')], ['Import samples']]}>
      <Section>
        <Stack>
          <FileField
            label="CSV file of samples"
            description="The file is checked first: you see what will be added, changed or rejected. Nothing is written until you press Import."
            value={file}
            onChange={choose}
            kind={CSV}
            error={wrong}
          />
          {file && !report && !wrong && progress === null && (
            <Group>
              <WriteButton variant="default" onClick={look}>
                Check again
              </WriteButton>
            </Group>
          )}
          {report && (
            <>
              <Text role="status" fw={600}>
                {importSummary(report.counts)}
              </Text>
              <Group gap="sm">
                <ButtonWithReason
                  why={whyImportNothing(report)}
                  onClick={() =>
                    void ask({
                      question: `Import this file? ${importSummary(report.counts)} Changes can only be reverted by importing another file.`,
                      details: <MailRecipients of={api.samples.importCsv} to={{}} />,
                      act: bring,
                    })
                  }
                >
                  Import
                </ButtonWithReason>
                <WriteButton variant="default" onClick={look}>
                  Check again
                </WriteButton>
              </Group>
            </>
          )}
        </Stack>
      </Section>
      {report && <Report report={report} />}
      <Columns />
      <WaitingDialog open={progress !== null} text="Reading the file..." progress={progress} />
    </Page>
  )
}

const whyImportNothing = ({ counts }: ImportReport) =>
  whyNotImport(counts) ?? (counts.added + counts.changed === 0 ? 'The file changes nothing.' : null)

/** The state of an import: choose a file, check it, import it. */
function useImport() {
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [wrong, setWrong] = useState<string>()
  const [progress, setProgress] = useState<number | null>(null)

  const call = api.samples.importCsv
  const send = (input: Parameters<typeof call>[0]) => upload(call, input, setProgress)
  const onFault = (fault: Error) => setWrong(fault instanceof Fault ? fault.errors?.file?.[0] : undefined)
  const looking = useAction(call, {
    send,
    success: false,
    refresh: false,
    own: ['invalid'],
    onDone: (reply) => setReport(reply.report ?? null),
    onFault,
  })
  const bringing = useAction(call, {
    send,
    onDone: () => start(null),
    onRefused: (reply) => setReport(reply.report ?? null),
    // The effect has changed since it was shown: show it again.
    onFault: (fault) => (fault instanceof Fault && fault.kind === 'stale' ? lookAt(file) : onFault(fault)),
  })

  const start = (chosen: File | null) => {
    setFile(chosen)
    setReport(null)
    setWrong(undefined)
  }
  const sending = async (run: () => Promise<unknown>) => {
    setProgress(0)
    await run().finally(() => setProgress(null))
  }
  const lookAt = (chosen: File | null) => {
    if (chosen) void sending(() => looking.run({ body: { file: chosen, dry_run: true } }))
  }
  return {
    file,
    report,
    wrong,
    progress,
    choose: ({ file, why }: Chosen) => {
      start(file)
      if (why) setWrong(why)
      else lookAt(file)
    },
    look: () => lookAt(file),
    bring: async () => {
      if (file) await sending(() => bringing.run({ body: { file, dry_run: false, digest: report?.digest } }))
    },
  }
}

/** The meaning of each column of the file, with downloads of the descriptions and of an example. */
const Columns = () => (
  <Section title="The file">
    <Text mb="sm">
      A UTF-8 file with commas. The first line names the columns, in any order. Asteroid and name identify a
      sample: one that is not in the catalogue is added, an existing one is changed. An empty cell clears the
      field; a missing column leaves the field unchanged.
    </Text>
    <Group gap="sm" mb="sm">
      <Save name="samples-example.csv" text={exampleCsv}>
        Download example file
      </Save>
      <Save name="samples-columns.csv" text={columnsCsv}>
        Download column descriptions
      </Save>
    </Group>
    <DataTable
      label="Columns"
      rows={CATALOGUE}
      rowKey={(column) => column.field}
      empty={null}
      columns={[
        { header: 'Column', cell: (column) => column.header, nowrap: true },
        { header: 'Required', cell: (column) => (column.required ? 'yes' : '-') },
        { header: 'Unit', cell: (column) => column.unit || '-' },
        { header: 'Meaning', cell: (column) => column.meaning },
        { header: 'Allowed values', cell: (column) => column.values },
      ]}
    />
  </Section>
)

interface SaveProps {
  name: string
  text: () => string
  children: string
}

const Save = ({ name, text, children }: SaveProps) => (
  <Button
    variant="default"
    leftSection={<IconDownload size={16} aria-hidden />}
    onClick={() => saveFile({ name, content: new Blob([text()], { type: 'text/csv;charset=utf-8' }) })}
  >
    {children}
  </Button>
)
