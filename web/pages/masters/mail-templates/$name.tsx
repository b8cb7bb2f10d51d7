import { Anchor, Button, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import {
  type MailTemplate,
  placeholdersOf,
  templateErrors,
  type UnknownPlaceholder,
  unknownPlaceholders,
} from '#domain/mail_merge.ts'
import { isTemplateName, MAIL_TEMPLATES, type TemplateName } from '#domain/mail_templates/all.ts'
import type { TemplateDetail } from '#domain/mail_templates/contract.ts'
import { type EndpointFormState, useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { NotFound } from '#web/ui/layout/error_pages.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { masterBreadcrumbs } from '../-breadcrumbs.ts'
import { TemplateList } from './-list.tsx'
import { PlaceholderField } from './-placeholder_field.tsx'
import { Preview } from './-preview.tsx'
import classes from './-templates.module.css'

export const Route = createFileRoute('/masters/mail-templates/$name')({
  loader: load(api.mailTemplates.list),
  component: MailTemplateScreen,
})

function MailTemplateScreen() {
  const { name } = Route.useParams()
  return isTemplateName(name) ? <TemplatePage key={name} name={name} /> : <NotFound />
}

function TemplatePage({ name }: { name: TemplateName }) {
  const detail = useCall(api.mailTemplates.get, { params: { name } }, { staleTime: 0 })
  return (
    <Loaded query={detail} fresh>
      {(loaded) => <Editor name={name} detail={loaded} />}
    </Loaded>
  )
}

interface Values {
  subject: string
  text: string
  version: number
}
const valuesOf = ({ subject, text, version }: TemplateDetail): Values => ({ subject, text, version })

function Editor({ name, detail }: { name: TemplateName; detail: TemplateDetail }) {
  const form = useEndpointForm(api.mailTemplates.save, {
    initial: valuesOf(detail),
    input: { params: { name } },
    draft: `mail-templates/${name}`,
    conflict: { load: async () => valuesOf(await api.mailTemplates.get({ params: { name } })) },
  })
  const template: MailTemplate = MAIL_TEMPLATES[name]
  const { subject, text } = form.fields.values
  const words = { subject, text }
  const unknown = unknownPlaceholders(template, words)
  const errors = templateErrors(template, words)
  const why = errors.subject ?? errors.text ?? null
  const isOriginal = subject.trim() === template.subject && text.trim() === template.text
  const [chosen, setChosen] = useState<number | null>(null)
  const templates = useCall(api.mailTemplates.list).data ?? []
  const subjects = useCall(api.mailTemplates.subjects, { params: { name } }).data
  const about = chosen ?? subjects?.[0]?.id ?? null
  const preview = useCall(
    api.mailTemplates.preview,
    { params: { name, id: about ?? 0 } },
    { enabled: about !== null, keep: true },
  ).data
  const send = useAction(api.mailTemplates.test, { refresh: false })
  const restore = () => form.fields.setValues({ subject: template.subject, text: template.text })
  return (
    <Page
      title={template.label}
      beside={template.when}
      breadcrumbs={masterBreadcrumbs(
        ['Mail Templates', address('/masters/mail-templates')],
        [template.label],
      )}
      actions={
        <>
          {form.dirty() && (
            <Text size="sm" c="var(--ao-orange)">
              Not saved
            </Text>
          )}
          {!isOriginal && (
            <Button variant="subtle" onClick={restore}>
              Back to the original
            </Button>
          )}
          <WriteButton
            variant="default"
            why={why}
            loading={send.pending}
            onClick={() => void send.run({ params: { name }, body: { ...words, about } })}
          >
            Send me a test
          </WriteButton>
          <WriteButton why={why} loading={form.waiting} onClick={() => void form.save()}>
            Save
          </WriteButton>
        </>
      }
    >
      {detail.problem !== null && (
        <Note kind="warn">
          The office's text cannot be used with this version of the system. {detail.problem}
        </Note>
      )}
      <div className={classes.columns}>
        <TemplateList templates={templates} />
        <Section>
          <EndpointForm form={form}>
            <Fields form={form} detail={detail} template={template} unknown={unknown} errors={errors} />
          </EndpointForm>
        </Section>
        <Preview
          template={template}
          words={words}
          unknown={unknown.map((one) => one.name)}
          subjects={subjects}
          about={about}
          onChoose={setChosen}
          preview={preview}
        />
      </div>
    </Page>
  )
}

const FIELDS = ['subject', 'text'] as const
type FieldName = (typeof FIELDS)[number]

interface FieldsProps {
  form: EndpointFormState<Values>
  detail: TemplateDetail
  template: MailTemplate
  unknown: readonly UnknownPlaceholder[]
  errors: Partial<Record<FieldName, string>>
}

function Fields({ form, detail, template, unknown, errors }: FieldsProps) {
  const subject = useRef<HTMLTextAreaElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const elements: Record<FieldName, RefObject<HTMLTextAreaElement | null>> = { subject, text }
  const last = useRef<FieldName>('text')
  const { fields } = form
  /** Puts a placeholder where the cursor is, or was, and the cursor after it. */
  const insert = (placeholder: string) => {
    const field = last.current
    const element = elements[field].current!
    const { selectionStart: start, selectionEnd: end } = element
    const value = fields.getValues()[field]
    const inserted = `#${placeholder}#`
    fields.setFieldValue(field, value.slice(0, start) + inserted + value.slice(end))
    requestAnimationFrame(() => {
      element.focus()
      element.setSelectionRange(start + inserted.length, start + inserted.length)
    })
  }
  const replace = ({ field, name, nearest }: UnknownPlaceholder) =>
    fields.setFieldValue(field, fields.getValues()[field].replaceAll(`#${name}#`, `#${nearest}#`))
  const errorOf = (field: FieldName) => {
    const message = errors[field] ?? fields.errors[field]
    if (!message) return null
    const first = unknown.find((one) => one.field === field)
    return (
      <>
        {message}{' '}
        {first?.nearest && (
          <Anchor component="button" type="button" fz="inherit" c="inherit" onClick={() => replace(first)}>
            Replace
          </Anchor>
        )}
      </>
    )
  }
  const { updated_by, updated_at, changed } = detail
  return (
    <div className={classes.fields}>
      {FIELDS.map((field) => (
        <PlaceholderField
          key={field}
          ref={elements[field]}
          label={field === 'subject' ? 'Subject' : 'Text'}
          singleLine={field === 'subject'}
          value={fields.values[field]}
          unknown={unknown.map(({ name }) => name)}
          error={errorOf(field)}
          data-path={field}
          onFocus={() => {
            last.current = field
          }}
          onChange={(value) => fields.setFieldValue(field, value)}
          beside={
            field === 'text' &&
            updated_at !== null && (
              <Text span className={classes.saved}>
                {changed ? 'changed' : 'made the original again'}
                {updated_by && ` by ${updated_by}`}, {updated_at.slice(0, 10)}
              </Text>
            )
          }
        />
      ))}
      <Placeholders template={template} onChoose={insert} />
    </div>
  )
}

const Placeholders = ({
  template,
  onChoose,
}: {
  template: MailTemplate
  onChoose: (name: string) => void
}) => (
  <section aria-labelledby="placeholders">
    <Text component="h2" id="placeholders" size="sm" fw={600}>
      Placeholders{' '}
      <Text span size="xs" c="dimmed" fw={400}>
        select to insert
      </Text>
    </Text>
    <ul className={classes.placeholders}>
      {Object.entries(placeholdersOf(template)).map(([name, { is, required }]) => (
        <li key={name}>
          <button type="button" className={classes.chip} onClick={() => onChoose(name)}>
            {`#${name}#`}
          </button>
          <span>{required ? `${is}. Needed.` : is}</span>
        </li>
      ))}
    </ul>
    <Text size="xs" c="dimmed" maw="62ch">
      Where a value is empty, its line is left out; an empty list takes its whole paragraph with it, and an
      empty value in brackets only the brackets.
    </Text>
  </section>
)
