import { Text } from '@mantine/core'

/** The heading of an object: '63: Soluble organic compounds'; the number is quiet. */
export const ObjectTitle = ({ id, title }: { id: number; title: string }) => (
  <>
    <Text span inherit c="var(--ao-ink-3)" fw={500}>{`${id}:`}</Text> {title || '(no title)'}
  </>
)
