import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { AnyEndpoint } from '#domain/endpoint.ts'
import { useDownload } from '#web/lib/http/download.ts'

interface CsvButtonProps<E extends AnyEndpoint> extends ButtonProps {
  title?: string
  call: EndpointFunction<E>
  input?: EndpointInput<E>
  /** What the banner says when it fails. */
  failed?: string
  children?: ReactNode
}

/** Asks for a file and hands it to the browser: a CSV by its address, a document as it comes. */
export function CsvButton<E extends AnyEndpoint>({
  call,
  input,
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
      onClick={() => void download(input)}
    >
      {children ?? 'Download CSV'}
    </Button>
  )
}
