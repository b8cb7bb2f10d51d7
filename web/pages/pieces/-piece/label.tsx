import { Button, Group, Text } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { PieceDetail } from '#domain/custody/pieces/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { QrCode } from '#web/ui/text/qr_code.tsx'
import classes from './piece.module.css'

/** Shows the label of a piece, whose QR code leads to this screen, and gives it as PDF. */
export function PieceLabel({ piece }: { piece: PieceDetail }) {
  const [open, setOpen] = useState(false)
  const { name, form } = piece
  const link = `${window.location.origin}${address('/pieces/$id', { id: piece.address })}`
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconQrcode size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        QR code and label
      </Button>
      <Dialog open={open} message={<b>{`Label of ${name}`}</b>} onClose={() => setOpen(false)}>
        <div className={classes.label}>
          <QrCode text={link} label={`QR code of ${name}`} size={132} />
          <div>
            <b>{name}</b>
            <span>{form}</span>
          </div>
        </div>
        <Text size="sm" c="dimmed" mt="sm">
          The code opens this page. What it shows depends on who is signed in.
        </Text>
        <Group justify="flex-end" gap="sm" mt="md">
          <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
            Close
          </Button>
          <CsvButton
            variant="filled"
            call={api.pieces.labels}
            input={{ query: { addresses: [piece.address] } }}
          >
            Label, PDF
          </CsvButton>
        </Group>
      </Dialog>
    </>
  )
}
