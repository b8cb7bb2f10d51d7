import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, type RefObject, useState } from 'react'
import type { Axes } from './axes.ts'
import type { Place } from './change.ts'
import { find } from './find.ts'
import type { GridModel } from './model.ts'
import type { GridHandle } from './view.tsx'

interface FinderProps {
  model: GridModel
  axes: Axes
  active: Place
  grid: RefObject<GridHandle | null>
}

/** Goes to the next sample or proposal whose name, title or number holds the text. */
export function Finder({ model, axes, active, grid }: FinderProps) {
  const [text, setText] = useState('')
  const [missed, setMissed] = useState(false)
  function search(event: FormEvent) {
    event.preventDefault()
    const place = find(model, axes, text, active)
    setMissed(text.trim() !== '' && place === null)
    if (place) grid.current?.show(place)
  }
  return (
    <form onSubmit={search}>
      <TextInput
        aria-label="Find a sample or proposal"
        placeholder="Find a sample or proposal"
        w={230}
        value={text}
        error={missed && 'Nothing is called so.'}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setMissed(false)
        }}
        rightSection={
          <ActionIcon type="submit" aria-label="Find">
            <IconSearch size={16} aria-hidden />
          </ActionIcon>
        }
      />
    </form>
  )
}
