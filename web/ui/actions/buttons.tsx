import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { IconDownload, IconMail } from '@tabler/icons-react'
import type { AriaAttributes, ReactNode, Ref } from 'react'
import { address } from '#domain/address.ts'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { useDownload } from '#web/lib/http/download.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { InlineMessage } from '../layout/message.tsx'

interface CsvButtonProps<E extends Endpoint> extends ButtonProps {
  title?: string
  call: EndpointFunction<E>
  input?: EndpointInput<E>
  /** The banner's text on failure. */
  failed?: string
  children?: ReactNode
}

/** Downloads a CSV or another file. */
export function CsvButton<E extends Endpoint>({ call, input, failed, children, ...rest }: CsvButtonProps<E>) {
  const { download, pending } = useDownload(call, failed)
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={pending}
      {...rest}
      onClick={() => void download(input)}
    >
      {children ?? 'Download CSV'}
    </Button>
  )
}

interface ButtonWithReasonProps extends ButtonProps, Pick<AriaAttributes, 'aria-keyshortcuts'> {
  ref?: Ref<HTMLButtonElement>
  /** The reason why the action is not allowed now; null if it is. */
  why: string | null
  onClick: () => unknown
  children: ReactNode
}

/** A button that stays focusable when its action is not allowed and shows the reason. Refusals of the server are shown next to it. */
export const ButtonWithReason = ({ why, onClick, children, ...rest }: ButtonWithReasonProps) => (
  <>
    <Tooltip
      label={why}
      disabled={why === null}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        {...rest}
        aria-disabled={why !== null}
        data-disabled={why !== null || undefined}
        onClick={() => why === null && onClick()}
      >
        {children}
      </Button>
    </Tooltip>
    <InlineMessage />
  </>
)

/** Starts a group mail to the people of the selected rows. */
export function MailPeople({ people }: { people: readonly { email: string }[] }) {
  const go = useGo()
  const mailTo = [...new Set(people.map(({ email }) => email))]
  return (
    <Button
      leftSection={<IconMail size={16} aria-hidden />}
      onClick={() => void go(address('/group-mail/add'), { state: { mailTo } })}
    >
      {`Mail ${mailTo.length} ${mailTo.length === 1 ? 'person' : 'people'}`}
    </Button>
  )
}
