import { Group, List, Text } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '../actions/links.tsx'
import { Section } from '../layout/section.tsx'

/** What a new system still needs before its first term; nothing once all steps are done. */
export function SetupSteps() {
  const steps = useCall(api.masters.settings, {}, { staleTime: 0 }).data?.setup ?? []
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <Section title="Setting up">
      <Text mb="sm">{`${done} of ${steps.length} steps are done. This list disappears when all are done.`}</Text>
      <List type="ordered" withPadding spacing={4}>
        {steps.map(({ key, label, href, done }) => (
          <List.Item key={key}>
            <Group gap={6} component="span" display="inline-flex">
              {done ? <IconCheck size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
              {done ? <Text c="dimmed">{label}</Text> : <ScreenLink to={href}>{label}</ScreenLink>}
              {done && <Text c="dimmed">(done)</Text>}
            </Group>
          </List.Item>
        ))}
      </List>
    </Section>
  )
}
