import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { PieceDetail } from '#domain/custody/pieces/contract.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { WriteMenuItem } from '#web/ui/actions/menu_item.tsx'
import { Loss, Place, Weigh } from './curation_forms.tsx'
import { SplitInCuration } from './split_in_curation.tsx'
import { WriteOff } from './write_off.tsx'

interface FormProps {
  piece: PieceDetail
  close: () => void
}

const FORMS = {
  weigh: Weigh,
  split: SplitInCuration,
  loss: Loss,
  write_off: WriteOff,
  place: Place,
} satisfies Record<string, (props: FormProps) => ReactNode>
type FormName = keyof typeof FORMS

/** What curation does with a piece that it has, in a menu. */
export function MorePieceActs({ piece }: { piece: PieceDetail }) {
  const custodian = useHasRole('admin', 'curation')
  const [open, setOpen] = useState<FormName | null>(null)
  if (!custodian) return null
  const { name, unit, why_not } = piece
  const close = () => setOpen(null)
  const Form = open && FORMS[open]
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label={`More acts on ${name}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <WriteMenuItem why={why_not.weigh} onClick={() => setOpen('weigh')}>
            {unit === 'ug' ? 'Weigh' : 'Measure'}
          </WriteMenuItem>
          {unit === 'ug' && (
            <WriteMenuItem why={why_not.split} onClick={() => setOpen('split')}>
              Split
            </WriteMenuItem>
          )}
          <WriteMenuItem why={why_not.loss} onClick={() => setOpen('loss')}>
            Record a handling loss
          </WriteMenuItem>
          <WriteMenuItem why={why_not.write_off} onClick={() => setOpen('write_off')}>
            Write off
          </WriteMenuItem>
          <WriteMenuItem why={why_not.place} onClick={() => setOpen('place')}>
            Change the place
          </WriteMenuItem>
        </Menu.Dropdown>
      </Menu>
      {Form && <Form piece={piece} close={close} />}
    </>
  )
}
