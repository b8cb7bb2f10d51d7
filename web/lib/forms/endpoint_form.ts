import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import { Fault, type FieldErrors, fieldErrors, UNUSABLE } from '#domain/errors.ts'
import { type DraftState, type ReconciledDraft, useDraft } from '../drafts/draft.ts'
import { mergeDrafts, sameValues } from '../drafts/draft_store.ts'
import { upload } from '../http/api.ts'
import { schemaOf, useSchema } from '../http/endpoints.ts'
import { isOwn, type Own, outcomeOf } from '../http/failures.ts'
import { useAction } from '../http/query.ts'
import { useBanner } from '../screen/banner.tsx'
import { focusFirstField } from './field_elements.ts'
import {
  type ConflictOptions,
  useVersionConflict,
  type VersionConflict,
  withVersion,
} from './version_conflict.ts'

const INVALID = 'There are errors with the input data. Please check the contents.'

interface Options<E extends Endpoint, Values> {
  /** What the form opens with; `discard` and an untouched form mean this. */
  initial: Values
  /** The rest of the call: its params. */
  input?: Omit<EndpointInput<E>, 'body'>
  /** The field on the screen for an error's path, where the body has another shape. */
  fieldOf?: (path: string) => string
  /** The name of the draft, 'users/3'; without one nothing is kept on the device. */
  draft?: string
  /** What can be restored of a draft over what the server holds; null until it is known what it depends on. */
  reconcile?: (values: Values, serverValues: Values) => ReconciledDraft<Values> | null
  /** False: the call only looks over what was typed, and its draft stays. */
  saves?: false
  success?: string | false
  /** The banner's text for wrong input; false: the fields alone speak. */
  invalid?: string | false
  handles?: Own
  /** For values that hold a `version`: how a stale save is met. */
  conflict?: ConflictOptions<Values>
  refresh?: boolean
  /** Field messages of a refusal (result 0), where its answer names the field; the banner then stays silent. */
  refusalErrors?: (reply: ReplyOf<E>) => Record<string, string> | undefined
  /** What the form holds once it is saved, where that is not what was typed; a new version comes by itself. */
  valuesAfterSave?: (reply: ReplyOf<E>, values: Values) => Values
  onDone?: (reply: ReplyOf<E>, values: Values) => void
  onFault?: (error: Error) => void
}

type BodyOf<E extends Endpoint> = z.input<E['body']>

/** Makes the request body of the form's values; may be left out only where the values are such a body. */
type BodyOption<E extends Endpoint, Values> =
  Values extends BodyOf<E>
    ? { toBody?: (values: Values) => BodyOf<E> }
    : { toBody: (values: Values) => BodyOf<E> }

/** The same where `E` is not known: the compiler cannot decide the condition above for any endpoint. */
interface LooseBodyOption<Values> {
  toBody?: (values: Values) => unknown
}

/** A form of one call: its fields, and what is going on with it. Render it with `CallForm`. */
export interface EndpointFormState<Values> {
  fields: UseFormReturnType<Values>
  submit: (event?: FormEvent) => void
  /** The same for who waits for it: true once it is saved. */
  save: () => Promise<boolean>
  /** On its way to the server. */
  waiting: boolean
  /** How much of an upload has left, 0 to 1; null without one. */
  progress: number | null
  /** Typed and not saved. */
  dirty: () => boolean
  /** The fields that say something else than what the server holds. */
  changed: () => string[]
  /** What is kept of it on this device. */
  draft: DraftState
  /** When it was last saved, here or in another tab. */
  savedAt: string | null
  /** What somebody else saved since it was opened, while the person chooses; null else. */
  conflict: VersionConflict | null
}

/** A form over a call: checked by the call's own schema, the server's field errors on their fields, drafts kept. */
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
  // What the server holds, as far as this form knows: at first what it opened with, then what it saved.
  const held = useRef(initial)
  // What is on its way to the server.
  const sent = useRef(initial)

  const fields = useForm<Values>({
    initialValues: initial,
    onValuesChange: () => draft.scheduleSave(),
  })
  const draft = useDraft<Values>(options.draft, {
    serverValues: () => held.current,
    values: fields.getValues,
    setValues: (values) => fields.setValues(values),
    ...(reconcile && { reconcile: (values) => reconcile(values, held.current) }),
    onSavedElsewhere: (values) => {
      held.current = values
      setSaved(new Date().toISOString())
      void queries.invalidateQueries()
    },
  })

  const showFieldErrors = (errors: FieldErrors) => {
    const first = Object.entries(errors).map(([path, [message]]) => [fieldOf(path), message])
    fields.setErrors(Object.fromEntries(first))
    requestAnimationFrame(() => focusFirstField(first.map(([path]) => path!)))
  }
  const stale = useVersionConflict(options.conflict, {
    serverValues: () => held.current,
    values: fields.getValues,
    acceptValues: (values, theirs) => {
      held.current = theirs
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
      if (options.saves === false) draft.flush()
      const typed = fields.getValues()
      held.current = withVersion(options.valuesAfterSave?.(reply, sent.current) ?? sent.current, reply)
      // What was typed while it was on its way is not saved yet, and stays.
      const now = mergeDrafts(sent.current, typed, held.current)
      if (!sameValues(now, typed)) fields.setValues(now)
      if (options.saves !== false) draft.clear()
      if (!sameValues(now, held.current)) draft.scheduleSave()
      setSaved(new Date().toISOString())
      options.onDone?.(reply, fields.getValues())
    },
    onFault: (error) => {
      if (error instanceof Fault && error.kind === 'invalid') showFieldErrors(error.errors ?? {})
      if (error instanceof Fault && error.kind === 'stale' && options.conflict) void stale.meet(error)
      options.onFault?.(error)
    },
  })

  async function send(): Promise<boolean> {
    const values = fields.getValues()
    const body = toBody ? toBody(values) : values
    // What can not be checked here the server checks.
    const shape = shapes ?? (await schemaOf(call).catch(() => null))
    const parsed = shape?.body.safeParse(body, UNUSABLE)
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
    sent.current = values
    const reply = await (action.run as (input: unknown) => Promise<unknown>)({ ...input, body })
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
    dirty: () => !sameValues(fields.getValues(), held.current),
    changed: () => {
      const [now, before] = [fields.getValues(), held.current]
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
    conflict: stale.state,
  }
}
