import { List, ScrollArea } from '@mantine/core'

/** What a question is about, line by line; it scrolls where it is long. */
export const ScrollList = ({ label, items }: { label: string; items: readonly string[] }) => (
  <ScrollArea.Autosize
    mah={200}
    mb="xs"
    type="auto"
    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
  >
    <List size="sm">
      {[...new Set(items)].map((item) => (
        <List.Item key={item}>{item}</List.Item>
      ))}
    </List>
  </ScrollArea.Autosize>
)
