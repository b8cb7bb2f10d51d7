import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import { DEFAULT_ISSUE_MESSAGE, Fault, type FieldErrors, fieldErrors } from '#domain/errors.ts'
import { type DraftState, type ReconciledDraft, useDraft } from '../drafts/draft.ts'
import { mergeDrafts, sameValues } from '../drafts/draft_store.ts'
import { upload } from '../http/calls.ts'
import { schemaOf, useSchema } from '../http/endpoints.ts'
import { isOwn, type Own, outcomeOf } from '../http/failures.ts'
import { useAction } from '../http/query.ts'
import { type Undo, useBanner } from '../screen/banner.tsx'
import { focusFirstField } from './field_elements.ts'
import {
  type ConflictOptions,
  useVersionConflict,
  type VersionConflict,
  withVersion,
} from './version_conflict.ts'

const INVALID = 'There are errors with the input data. Please check the contents.'

interface Options<E extends Endpoint, Values> {
  /** The values on the server when the form opens. */
  initial: Values
  /** The endpoint's params and query. */
  input?: Omit<EndpointInput<E>, 'body'>
  /** Maps an error's path in the body to a field of the form. */
  fieldOf?: (path: string) => string
  /** The name of the draft, 'users/3'; without one nothing is stored on the device. */
  draft?: string
  /** Drops what is no longer valid in a restored draft; null until the data it depends on is loaded. */
  reconcile?: (values: Values, serverValues: Values) => ReconciledDraft<Values> | null
  /** False: the endpoint only validates, and the draft stays. */
  saves?: false
  success?: string | false
  /** Asks before valid values are sent; resolves to false if they are not to be sent. */
  confirm?: (values: Values) => Promise<boolean>
  /** After a save, how it is taken back, offered with the banner. */
  undo?: (reply: ReplyOf<E>) => Undo | null
  /** The banner's text for invalid input; false: no banner. */
  invalid?: string | false
  handles?: Own
  /** For values with a `version`: how a version conflict is resolved. */
  conflict?: ConflictOptions<Values>
  refresh?: boolean
  /** Field errors in a refusal (result 0); the banner is then not shown. */
  refusalErrors?: (reply: ReplyOf<E>) => Record<string, string> | undefined
  /** The values on the server after a save, if not those submitted. A new version is taken over in any case. */
  valuesAfterSave?: (reply: ReplyOf<E>, values: Values) => Values
  onDone?: (reply: ReplyOf<E>, values: Values) => void
  onFault?: (error: Error) => void
}

type BodyOf<E extends Endpoint> = z.input<E['body']>

/** `toBody` may be left out only if the values already are a valid body. */
type BodyOption<E extends Endpoint, Values> =
  Values extends BodyOf<E>
    ? { toBody?: (values: Values) => BodyOf<E> }
    : { toBody: (values: Values) => BodyOf<E> }

/** The same without the condition, which the compiler cannot decide for a generic `E`. */
interface LooseBodyOption<Values> {
  toBody?: (values: Values) => unknown
}

/** The state of a form for one endpoint. Render it with `EndpointForm`. */
export interface EndpointFormState<Values> {
  fields: UseFormReturnType<Values>
  submit: (event?: FormEvent) => void
  /** Submits and resolves to true once it is saved. */
  save: () => Promise<boolean>
  /** The request is under way. */
  waiting: boolean
  /** Share of the upload that has been sent, 0 to 1; null without one. */
  progress: number | null
  /** True if there are unsaved changes. */
  dirty: () => boolean
  /** The fields that differ from the values on the server. */
  changed: () => string[]
  draft: DraftState
  savedAt: string | null
  /** An unresolved version conflict; null without one. */
  conflict: VersionConflict | null
}

/** A form for an endpoint: validated by the endpoint's schema, with the server's field errors at their fields, and a draft. */
export function useEndpointForm<E extends Endpoint, Values extends object>(
  call: EndpointFunction<E>,
  options: Options<E, Values> & BodyOption<E, Values>,
): EndpointFormState<Values> {
  const { initial, input, reconcile, toBody } = options as Options<E, Values> & LooseBodyOption<Values>
  const fieldOf = options.fieldOf ?? ((path: string) => path)
  const banner = useBanner()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  // The values on the server as far as this form knows: the initial ones, then those last saved.
  const serverValues = useRef(initial)
  // The values of the request that is under way.
  const sent = useRef(initial)

  const fields = useForm<Values>({
    initialValues: initial,
    onValuesChange: () => draft.scheduleSave(),
  })
  const draft = useDraft<Values>(options.draft, {
    serverValues: () => serverValues.current,
    values: fields.getValues,
    setValues: (values) => fields.setValues(values),
    ...(reconcile && { reconcile: (values) => reconcile(values, serverValues.current) }),
    onSavedElsewhere: (values) => {
      serverValues.current = values
      setSaved(new Date().toISOString())
      void queries.invalidateQueries()
    },
  })

  const showFieldErrors = (errors: FieldErrors) => {
    const first = Object.entries(errors).map(([path, [message]]) => [fieldOf(path), message])
    fields.setErrors(Object.fromEntries(first))
    requestAnimationFrame(() => focusFirstField(first.map(([path]) => path!)))
  }
  const conflict = useVersionConflict(options.conflict, {
    serverValues: () => serverValues.current,
    values: fields.getValues,
    acceptValues: (values, theirs) => {
      serverValues.current = theirs
      fields.setValues(values)
      if (values !== theirs) return
      draft.clear()
      void queries.invalidateQueries()
    },
    send: () => send(),
  })
  const own =
    options.conflict && options.handles !== 'all'
      ? [...(options.handles ?? []), 'stale' as const]
      : options.handles
  const shapes = useSchema(call)
  const multipart = call.endpoint.takes === 'multipart'
  const action = useAction(call, {
    success: options.success,
    undo: options.undo,
    invalid: options.invalid ?? INVALID,
    own,
    refresh: options.refresh,
    onRefused: (reply) => {
      const errors = options.refusalErrors?.(reply)
      if (!errors) return false
      showFieldErrors(Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, [message]])))
      return true
    },
    ...(multipart && { send: (input) => upload(call, input, setProgress) }),
    onDone: (reply) => {
      // What was wrong with the input is no longer.
      if (banner.current()?.colour === 'warning') banner.reset()
      if (options.saves === false) draft.flush()
      const typed = fields.getValues()
      serverValues.current = withVersion(
        options.valuesAfterSave?.(reply, sent.current) ?? sent.current,
        reply,
      )
      // Keeps what was typed during the request; it is not saved yet.
      const now = mergeDrafts(sent.current, typed, serverValues.current)
      if (!sameValues(now, typed)) fields.setValues(now)
      if (options.saves !== false) draft.clear()
      if (!sameValues(now, serverValues.current)) draft.scheduleSave()
      setSaved(new Date().toISOString())
      options.onDone?.(reply, fields.getValues())
    },
    onFault: (error) => {
      if (error instanceof Fault && error.kind === 'invalid') showFieldErrors(error.errors ?? {})
      if (error instanceof Fault && error.kind === 'stale' && options.conflict) void conflict.handle(error)
      options.onFault?.(error)
    },
  })

  async function send(): Promise<boolean> {
    const values = fields.getValues()
    const body = toBody ? toBody(values) : values
    // Without the schema, the server alone validates.
    const shape = shapes ?? (await schemaOf(call).catch(() => null))
    const parsed = shape?.body.safeParse(body, DEFAULT_ISSUE_MESSAGE)
    if (parsed?.error) {
      const errors = fieldErrors(parsed.error.issues)
      showFieldErrors(errors)
      const fault = new Fault('invalid', INVALID, { errors })
      if (isOwn(options.handles, fault)) options.onFault?.(fault)
      else if (options.invalid !== false) {
        banner.show('warning', options.invalid ?? INVALID)
        banner.answer(banner.pressed())
      }
      return false
    }
    fields.clearErrors()
    if (options.confirm && !(await options.confirm(values))) return false
    sent.current = values
    const reply = await (action.run as (input: unknown) => Promise<unknown>)({
      ...input,
      // What was asked may have changed it.
      body: options.confirm && toBody ? toBody(values) : body,
    })
    setProgress(null)
    return reply !== undefined && outcomeOf(reply)?.result !== 0
  }

  return {
    fields,
    submit: (event) => {
      event?.preventDefault()
      void send()
    },
    save: send,
    waiting: action.pending,
    progress,
    dirty: () => !sameValues(fields.getValues(), serverValues.current),
    changed: () => {
      const [now, before] = [fields.getValues(), serverValues.current]
      const names = Object.keys(now) as (keyof Values & string)[]
      return names.filter((name) => {
        const word = options.conflict?.words?.[name]
        return word
          ? word(now[name], now) !== word(before[name], before)
          : !sameValues(now[name], before[name])
      })
    },
    draft,
    savedAt: saved,
    conflict: conflict.state,
  }
}
