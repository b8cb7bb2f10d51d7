import { Anchor, Text } from '@mantine/core'

// A link does not take the full stop or the bracket that closes the sentence around it.
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}。、）」])/giu

/** Plain text with its line breaks; addresses in it can be clicked. Never HTML. */
export const LinkedText = ({ children }: { children: string }) => (
  <Text component="div" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {children.split(LINK).map((part, position) =>
      position % 2 === 0 ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change under its keys
        <Anchor key={position} href={part} target="_blank" rel="noopener noreferrer">
          {part}
        </Anchor>
      ),
    )}
  </Text>
)
