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
  /** What the banner says when it fails. */
  failed?: string
  children?: ReactNode
}

/** Asks for a file and hands it to the browser: a CSV by its address, a document as it comes. */
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
  /** Why this can not be done now, as the rule says it; null when it can. */
  why: string | null
  onClick: () => unknown
  children: ReactNode
}

/** A button that a rule may forbid: it then stays reachable and says why. What the server refuses stands beside it. */
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

/** Begins a group mail to the people of ticked rows; who they are stands there before anything is written. */
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
