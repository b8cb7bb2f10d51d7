import { ActionIcon, Button, FileButton } from '@mantine/core'
import { IconCamera, IconCheck, IconRefresh, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import { EMPTY_FILE, NOT_PHOTO, PHOTO_MAX_BYTES, PHOTO_TOO_LARGE } from '#domain/upload.ts'
import { api } from '#web/lib/http/api.ts'
import { upload } from '#web/lib/http/calls.ts'
import { useOnReconnect } from '#web/lib/http/connection.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useWhyNotSave } from '#web/lib/session/why_not_save.ts'
import classes from './acts.module.css'

/** Photos as cameras and phones name them; some browsers tell no type of a HEIC file. */
const PHOTO = /\.(jpe?g|png|webp|hei[cf])$/iu
const ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif'

interface Sending {
  id: number
  file: File
  /** 0 to 1. */
  share: number
  state: 'waiting' | 'sending' | 'sent' | 'lost' | 'refused'
  why: string
}

const whyNotPhoto = ({ name, type, size }: File): string | null => {
  if (!PHOTO.test(name) && !type.startsWith('image/')) return NOT_PHOTO
  if (size === 0) return EMPTY_FILE
  return size > PHOTO_MAX_BYTES ? PHOTO_TOO_LARGE : null
}

interface PhotosProps {
  loan: Pick<Loan, 'number'>
  piece: Pick<LoanPiece, 'piece' | 'name'>
}

/** Photos of a piece: taken and sent at once, one after the other; what did not arrive is sent again. */
export function usePhotos({ loan, piece }: PhotosProps) {
  const [all, setAll] = useState<readonly Sending[]>([])
  const last = useRef(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const change = (id: number, part: Partial<Sending>) =>
    setAll((now) => now.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const current = useRef(0)
  const { run } = useAction(api.loans.uploadPhoto, {
    success: false,
    own: 'all',
    send: (input) =>
      upload(api.loans.uploadPhoto, input, (share) => change(current.current, { share, state: 'sending' })),
    onDone: () => change(current.current, { state: 'sent', share: 1 }),
    onRefused: ({ message }) => {
      change(current.current, { state: 'refused', why: message })
      return true
    },
    onFault: (error) =>
      change(current.current, {
        state: failureKind(error) === 'invalid' ? 'refused' : 'lost',
        why: failureKind(error) === 'unreachable' ? 'No connection.' : error.message,
      }),
  })
  const send = ({ id, file }: Pick<Sending, 'id' | 'file'>) => {
    change(id, { state: 'waiting', why: '', share: 0 })
    queue.current = queue.current.then(() => {
      current.current = id
      return run({ params: { number: loan.number }, body: { file, piece: piece.piece } })
    })
  }
  const add = (files: readonly File[]) => {
    for (const file of files) {
      const id = ++last.current
      const why = whyNotPhoto(file)
      setAll((now) => [...now, { id, file, share: 0, state: why ? 'refused' : 'waiting', why: why ?? '' }])
      if (!why) send({ id, file })
    }
  }
  useOnReconnect(() => {
    for (const one of all) if (one.state === 'lost') send(one)
  })
  return {
    all,
    add,
    again: send,
    remove: (id: number) => setAll((now) => now.filter((one) => one.id !== id)),
  }
}
type Photos = ReturnType<typeof usePhotos>

/** Opens the camera of a phone, or a choice of files. */
export function PhotoButton({
  photos: { all, add },
  name,
  small = false,
}: {
  photos: Photos
  name: string
  small?: boolean
}) {
  const why = useWhyNotSave()
  const forget = useRef<() => void>(null)
  const sent = all.filter(({ state }) => state === 'sent').length
  return (
    <FileButton
      resetRef={forget}
      accept={ACCEPT}
      capture="environment"
      disabled={why !== null}
      inputProps={{ 'aria-label': `Photo of ${name}` }}
      onChange={(file) => {
        if (file) add([file])
        forget.current?.()
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant={small ? 'subtle' : 'default'}
          size={small ? 'compact-xs' : 'sm'}
          leftSection={<IconCamera size={16} aria-hidden />}
          aria-label={`Add a photo of ${name}`}
          disabled={why !== null}
        >
          {sent > 0 ? `Photo · ${sent}` : 'Photo'}
        </Button>
      )}
    </FileButton>
  )
}

/** How far each photo is; nothing without one. */
export function PhotoProgress({ photos: { all, again, remove } }: { photos: Photos }) {
  if (all.length === 0) return null
  return (
    <ul className={classes.photos} aria-live="polite">
      {all.map((one) => (
        <li key={one.id} data-state={one.state}>
          <PhotoLine photo={one} again={() => again(one)} remove={() => remove(one.id)} />
        </li>
      ))}
    </ul>
  )
}

function PhotoLine({ photo, again, remove }: { photo: Sending; again: () => void; remove: () => void }) {
  const { file, state, share, why } = photo
  const name = <bdi>{file.name}</bdi>
  if (state === 'sent')
    return (
      <>
        <IconCheck size={14} aria-hidden /> {name} is with the office.
      </>
    )
  if (state === 'waiting' || state === 'sending')
    return (
      <>
        {name} <progress value={share} aria-label={`Sending ${file.name}`} /> {`${Math.round(share * 100)} %`}
      </>
    )
  return (
    <>
      <span className={classes.failed}>
        {name}: {why}
      </span>{' '}
      {state === 'lost' && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={again}
        >
          Send again
        </Button>
      )}
      <ActionIcon size="sm" color="gray" aria-label={`Remove ${file.name}`} onClick={remove}>
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </>
  )
}
