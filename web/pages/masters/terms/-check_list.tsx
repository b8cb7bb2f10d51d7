import { Checkbox, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import type { CheckKey } from '#domain/call_state/check_list.ts'
import type { CheckItem } from '#domain/call_state/contract.ts'
import { termLabel, time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useWhyNotSave } from '#web/lib/session/why_not_save.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { LoadError } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-check_list.module.css'

/** What there is still to do for a call; each item links to where it is done. */
export function CheckList({ term_id }: { term_id: number }) {
  const query = useCall(api.callState.checkList, { params: { id: term_id } }, { staleTime: 0 })
  const mark = useAction(api.callState.check, { success: false })
  const title = `Check list of ${termLabel(term_id)}`
  if (query.error)
    return (
      <Section title={title}>
        <LoadError error={query.error} retry={() => void query.refetch()} />
      </Section>
    )
  const items = query.data ?? []
  if (items.length === 0) return null
  const left = items.filter(({ done }) => !done).length
  return (
    <Section title={title} aside={left === 0 ? 'all done' : `${left} of ${items.length} still to do`} flush>
      <ul className={classes.items}>
        {items.map((item) => (
          <Item
            key={item.key}
            item={item}
            mark={(done) =>
              // Only items that are marked by hand have a box.
              void mark.run({ params: { id: term_id }, body: { item: item.key as CheckKey, done } })
            }
          />
        ))}
      </ul>
    </Section>
  )
}

function Item({ item, mark }: { item: CheckItem; mark: (done: boolean) => void }) {
  const { label, note, done, marked, by_hand, href, verb } = item
  const whyNot = useWhyNotSave()
  const Sign = done ? IconCircleCheck : IconCircle
  return (
    <li data-done={done || undefined}>
      {by_hand ? (
        <Checkbox
          aria-label={`${label}: done`}
          checked={done}
          disabled={whyNot !== null}
          onChange={({ currentTarget }) => mark(currentTarget.checked)}
        />
      ) : (
        <Sign size={18} stroke={1.6} aria-hidden />
      )}
      <span className={classes.label}>
        {!by_hand && <VisuallyHidden>{done ? 'Done: ' : 'Still to do: '}</VisuallyHidden>}
        {label}
      </span>
      <span className={classes.note}>{marked ? `done by ${marked.by}, ${time(marked.at)}` : note}</span>
      <LinkButton to={href} variant="default" size="compact-sm">
        {verb}
        <VisuallyHidden>{` ${label}`}</VisuallyHidden>
      </LinkButton>
    </li>
  )
}
