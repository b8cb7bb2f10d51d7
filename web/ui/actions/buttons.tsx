import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { useDownload } from '#web/lib/http/download.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { InlineMessage } from '../layout/message.tsx'
import { WriteButton, type WriteButtonProps } from './write_button.tsx'

interface CsvButtonProps<E extends Endpoint> extends ButtonProps {
  title?: string
  call: EndpointFunction<E>
  input?: EndpointInput<E>
  /** The headers of the columns that the CSV file is to have; all by default. */
  columns?: readonly string[] | undefined
  /** The banner's text on failure. */
  failed?: string
  children?: ReactNode
}

/** Downloads a CSV or another file. */
export function CsvButton<E extends Endpoint>({
  call,
  input,
  columns,
  failed,
  children,
  ...rest
}: CsvButtonProps<E>) {
  const { download, pending } = useDownload(call, failed)
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={pending}
      {...rest}
      onClick={() => void download(input, undefined, columns)}
    >
      {children ?? 'Download CSV'}
    </Button>
  )
}

/** A `WriteButton` with the refusals of the server shown next to it. */
export const ButtonWithReason = (props: WriteButtonProps & { why: string | null }) => (
  <>
    <WriteButton {...props} />
    <InlineMessage />
  </>
)

/** Starts a group mail to the people of the selected rows. */
export function MailPeople({
  people,
  ...rest
}: { people: readonly { email: string }[] } & Omit<ButtonProps, 'children'>) {
  const go = useGo()
  const mailTo = [...new Set(people.map(({ email }) => email))]
  return (
    <Button
      {...rest}
      leftSection={<IconMail size={16} aria-hidden />}
      onClick={() => void go(address('/group-mail/add'), { state: { mailTo } })}
    >
      {`Mail ${mailTo.length} ${mailTo.length === 1 ? 'person' : 'people'}`}
    </Button>
  )
}
