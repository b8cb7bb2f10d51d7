import { Button, Group, List, VisuallyHidden } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { ScrollPart } from '#web/ui/text/long_lists.tsx'
import type { Place } from './change.ts'
import type { GridModel } from './model.ts'
import type { News } from './news.ts'
import { newsLine, newsText } from './news_words.ts'

interface NewsButtonProps {
  model: GridModel
  /** What others did since it was last read here. */
  news: readonly News[]
  show: (place: Place) => void
  onRead: () => void
}

/** That others work in this grid too: a count that moves nothing on the screen, and behind it what they did. */
export function NewsButton({ model, news, show, onRead }: NewsButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onRead()
  }
  return (
    <>
      <VisuallyHidden role="status">{news.length > 0 && newsText(news)}</VisuallyHidden>
      {(news.length > 0 || open) && (
        <Button
          variant="subtle"
          px={6}
          leftSection={<IconUsers size={16} aria-hidden />}
          aria-label={news.length === 1 ? 'Others: 1 change' : `Others: ${news.length} changes`}
          title={newsText(news)}
          onClick={() => setOpen(true)}
        >
          {news.length}
        </Button>
      )}
      <Dialog open={open} onClose={close} says="What others did in this grid; it stands in it now." size="lg">
        <ScrollPart label="Changes of others">
          <List size="sm">
            {news.map((one) => {
              const place = model.ticks.placeOf(one)
              return (
                <List.Item key={newsLine(one)}>
                  {newsLine(one)}{' '}
                  {place && (
                    <Button size="compact-xs" variant="subtle" mih={24} onClick={() => show(place)}>
                      {`Go to ${one.name}`}
                    </Button>
                  )}
                </List.Item>
              )
            })}
          </List>
        </ScrollPart>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close} data-autofocus>
            Close
          </Button>
        </Group>
      </Dialog>
    </>
  )
}
