import { ActionIcon, Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { OTHER_LENGTH } from '#domain/proposals/input.ts'
import { useChoices } from '#web/ui/forms/choices.ts'
import { focusField } from './-focus.ts'
import type { FormFields } from './-form.ts'
import { Needed } from './-needed.tsx'

interface EntriesProps {
  fields: FormFields
  name: 'keywords' | 'methods'
  /** 'Keyword', 'Analysis Method'. */
  noun: string
  label: string
  help: string
  choices: EndpointFunction<Endpoint>
  /** Those that were chosen before; a hidden one stays with who has chosen it. */
  kept: readonly { id: number | null; name: string }[]
}

/** Keywords or analysis methods: chosen from a list, and added as free text. */
export function Entries({ fields, name, noun, label, help, choices, kept }: EntriesProps) {
  const offered = useChoices(choices)
  const hidden = kept
    .filter(({ id }) => id !== null && !offered.some(({ value }) => value === String(id)))
    .map((entry) => ({ value: String(entry.id), label: entry.name }))
  const list = `${name}_other` as const
  const others = fields.getValues()[list]
  return (
    <Stack gap="sm" data-holds={`${name} ${list}`} data-name={label}>
      <MultiSelect
        label={label}
        description={
          <>
            <Needed /> · {help}
          </>
        }
        data={[...offered, ...hidden]}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={`Not in the list; press Add ${noun}.`}
        {...fields.getInputProps(name)}
      />
      {others.map((_, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are the form's, found by position
        <Group key={position} gap="sm" align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={`${noun} ${position + 1}`}
            placeholder={noun}
            maxLength={OTHER_LENGTH}
            style={{ flex: 1 }}
            {...fields.getInputProps(`${list}.${position}.name`)}
          />
          <ActionIcon
            mt={4}
            aria-label={`Remove ${noun} ${position + 1}`}
            onClick={() => fields.removeListItem(list, position)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            fields.insertListItem(list, { name: '' })
            focusField(`${list}.${others.length}`)
          }}
        >
          {`Add ${noun}`}
        </Button>
      </div>
    </Stack>
  )
}
