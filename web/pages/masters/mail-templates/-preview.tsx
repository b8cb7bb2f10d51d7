import { ActionIcon, Select, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Fragment } from 'react'
import { address } from '#domain/address.ts'
import { type MailBlock, mailParagraphs, type Piece } from '#domain/mail_html.ts'
import { type MailTemplate, mergeTemplate, type TemplateText } from '#domain/mail_merge.ts'
import type { PreviewSubject, TemplatePreview } from '#domain/mail_templates/contract.ts'
import { segmentsOf } from '#domain/placeholders.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Lines } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-templates.module.css'

interface PreviewProps {
  template: MailTemplate
  words: TemplateText
  unknown: readonly string[]
  subjects: readonly PreviewSubject[] | undefined
  about: number | null
  onChoose: (id: number) => void
  /** Undefined while it is loaded. */
  preview: TemplatePreview | undefined
}

/** Options shown at once; typing finds the others. */
const MAX_OPTIONS = 50

/** The mail as it would go to a real recipient. */
export function Preview(props: PreviewProps) {
  const { subjects, about } = props
  return (
    <div className={classes.preview}>
      <Section title="Preview" aside="as the recipient sees it">
        {subjects?.length === 0 ? (
          <Text size="sm">
            Nobody would get this e-mail now. Send yourself a test to see it with made-up values.
          </Text>
        ) : (
          <>
            <Choice subjects={subjects ?? []} about={about} onChoose={props.onChoose} />
            {props.preview ? <Mail {...props} preview={props.preview} /> : <Lines count={8} />}
          </>
        )}
      </Section>
    </div>
  )
}

function Choice({
  subjects,
  about,
  onChoose,
}: {
  subjects: readonly PreviewSubject[]
  about: number | null
  onChoose: (id: number) => void
}) {
  const at = subjects.findIndex(({ id }) => id === about)
  const step = (label: string, to: PreviewSubject | undefined, icon: typeof IconChevronLeft) => {
    const Icon = icon
    return (
      <ActionIcon
        variant="default"
        size={34}
        aria-label={label}
        disabled={!to}
        onClick={() => to && onChoose(to.id)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <div className={classes.choice}>
      <Select
        aria-label="Preview with"
        searchable
        allowDeselect={false}
        limit={MAX_OPTIONS}
        data={subjects.map(({ id, label }) => ({ value: String(id), label }))}
        value={about === null ? null : String(about)}
        onChange={(value) => value && onChoose(Number(value))}
      />
      {step('Previous recipient', subjects[at - 1], IconChevronLeft)}
      {step('Next recipient', subjects[at + 1], IconChevronRight)}
    </div>
  )
}

function Mail({ template, words, unknown, preview }: PreviewProps & { preview: TemplatePreview }) {
  const { subject, text } = mergeTemplate(template, words, preview.values)
  const marked = { unknown }
  return (
    <section className={classes.mail} aria-label="E-mail">
      <dl>
        <dt>From</dt>
        <dd>{preview.from}</dd>
        <dt>To</dt>
        <dd>{preview.to.join(', ')}</dd>
        <dt>Reply to</dt>
        <dd>{preview.reply_to}</dd>
        <dt>Subject</dt>
        <dd>
          <b>
            <Marked {...marked}>{subject}</Marked>
          </b>
        </dd>
      </dl>
      <div className={classes.body}>
        {mailParagraphs(text, preview.base_url).flat().map(render(marked))}
        <div className={classes.signature}>
          {mailParagraphs(preview.signature, preview.base_url)
            .flat()
            .map(render({ unknown: [] }))}
          <Text size="xs" c="dimmed">
            Signature from <ScreenLink to={address('/masters/settings')}>Settings</ScreenLink>
          </Text>
        </div>
      </div>
    </section>
  )
}

interface Unknown {
  unknown: readonly string[]
}

/** Text in which the unknown placeholders are marked. */
const Marked = ({ unknown, children }: Unknown & { children: string }) =>
  segmentsOf(children).map(({ text, placeholder }, i) =>
    placeholder !== null && unknown.includes(placeholder) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are the text itself
      <mark key={i} className={classes.unknown}>
        {text}
      </mark>
    ) : (
      text
    ),
  )

const lines = (pieces: Piece[][], marked: Unknown) =>
  pieces.map((line, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are the text itself
    <Fragment key={i}>
      {i > 0 && <br />}
      {line.map(({ text, href }, piece) =>
        href === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are the text itself
          <Marked key={piece} {...marked}>
            {text}
          </Marked>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are the text itself
          <a key={piece} href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ),
      )}
    </Fragment>
  ))

const render = (marked: Unknown) => (block: MailBlock, i: number) =>
  block.kind === 'lines' ? (
    <p key={i} dir="auto">
      {lines(block.lines, marked)}
    </p>
  ) : (
    <ul key={i}>
      {block.items.map((item, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are the text itself
        <li key={n} dir="auto">
          {lines(item, marked)}
        </li>
      ))}
    </ul>
  )
