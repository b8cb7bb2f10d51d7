import { Button, Group, Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { USER_GROUPS, type UserGroup } from '#domain/users/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { useTerms } from '#web/ui/forms/choices.ts'

const GROUPS = Object.entries(USER_GROUPS).map(([value, label]) => ({ value, label }))

/** Destinations by what they have to do with a term: those who are not disabled are added. */
export function PickGroup({ onPick }: { onPick: (ids: number[]) => void }) {
  const banner = useBanner()
  const queries = useQueryClient()
  const current = useCall(api.terms.current)
  const [group, setGroup] = useState<UserGroup>('proposers')
  const [chosen, setChosen] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const term = chosen ?? (current.data ? String(current.data) : '')
  const pick = async () => {
    setPending(true)
    try {
      const input = { query: { group, term_id: term } }
      const users = await queries.fetchQuery({
        queryKey: api.users.all.key(input),
        queryFn: () => api.users.all(input),
      })
      const active = users.filter(({ disabled }) => !disabled)
      onPick(active.map(({ id }) => id))
      const out = users.length - active.length
      banner.show(
        'success',
        `${active.length} users of this group are destinations.${out > 0 ? ` ${out} are disabled.` : ''}`,
      )
    } catch {
      // The banner says why.
    } finally {
      setPending(false)
    }
  }
  return (
    <Group gap="sm" align="end">
      <Select
        label="Add a group"
        w={320}
        allowDeselect={false}
        data={GROUPS}
        value={group}
        onChange={(value) => setGroup(value as UserGroup)}
      />
      <Select
        label="Term"
        w={120}
        allowDeselect={false}
        data={[{ value: '', label: 'All' }, ...useTerms()]}
        value={term}
        onChange={(value) => setChosen(value ?? '')}
      />
      <Button variant="default" loading={pending} onClick={() => void pick()}>
        Add group
      </Button>
    </Group>
  )
}
