import { Button } from '@mantine/core'
import { type KeepingProps, useKeeping } from './use_keeping.tsx'

/** Keeps what is ticked, saved or not, as a scenario. */
export function KeepButton(props: KeepingProps) {
  const { keep, dialog } = useKeeping(props)
  return (
    <>
      <Button onClick={keep}>Keep as scenario</Button>
      {dialog}
    </>
  )
}
