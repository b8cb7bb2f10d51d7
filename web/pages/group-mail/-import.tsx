import { Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { importAddresses } from '#domain/mail/rules.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import type { Chosen } from './-destinations.tsx'

/** How many wrong addresses are named. */
const NAMED = 10

interface ImportAddressProps {
  everybody: readonly Chosen[]
  onImport: (ids: number[]) => void
}

/** Destinations by their e-mail addresses: all of them are found, or each that is not is named and none is taken. */
export function ImportAddress({ everybody, onImport }: ImportAddressProps) {
  const banner = useBanner()
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<readonly string[]>([])
  const take = () => {
    const imported = importAddresses(text, everybody)
    if ('wrong' in imported) return setWrong(imported.wrong)
    onImport(imported.ids)
    setText('')
    setWrong([])
    banner.show('success', 'Imported.')
  }
  const more = wrong.length - NAMED
  return (
    <Stack gap="sm" maw={760}>
      <Textarea
        label="Import Address"
        description="E-mail addresses of users, with commas between them."
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        errorProps={{ component: 'div', role: 'alert' }}
        error={
          wrong.length > 0 && (
            <>
              {wrong.slice(0, NAMED).map((why) => (
                <div key={why}>{why}</div>
              ))}
              {more > 0 && <div>{`and ${more} more`}</div>}
            </>
          )
        }
      />
      <div>
        <Button variant="default" onClick={take}>
          Import
        </Button>
      </div>
    </Stack>
  )
}
