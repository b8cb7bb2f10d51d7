import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'

/** How a piece was used: a method of the master list, or another in words. */
export function MethodField(props: AutocompleteProps) {
  const methods = useCall(api.masters.methodChoices).data ?? []
  return (
    <Autocomplete
      data={[...new Set(methods.map(({ label }) => label))]}
      placeholder="NanoSIMS, or in your words"
      maxDropdownHeight={240}
      {...props}
    />
  )
}
