import { Alert, type AlertProps, Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigation } from '#web/lib/routing/navigation_context.tsx'
import {
  type BannerColour,
  type Message,
  type NextStep,
  useBanner,
  useMessage,
} from '#web/lib/screen/banner.tsx'
import classes from './message.module.css'

const LOOK = {
  success: { color: 'green', icon: <IconCircleCheck aria-hidden /> },
  alert: { color: 'orange', icon: <IconInfoCircle aria-hidden /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle aria-hidden /> },
  error: { color: 'red', icon: <IconCircleX aria-hidden /> },
} satisfies Record<BannerColour, object>

interface MessageAlertProps extends AlertProps {
  message: Message
  close: () => void
  onMouseEnter?: () => void
  onMouseLeave?: () => void
  onFocus?: () => void
  onBlur?: () => void
}

export const MessageAlert = ({
  message: { text, colour, next, undo },
  close,
  ...rest
}: MessageAlertProps) => (
  <Alert
    {...LOOK[colour]}
    variant="light"
    role="presentation"
    py="xs"
    withCloseButton
    closeButtonLabel="Close"
    onClose={close}
    {...rest}
  >
    {text}
    {next && (
      <>
        {' '}
        <NextLink next={next} onClick={close} />
      </>
    )}
    {undo && (
      <Button
        variant="default"
        size="compact-sm"
        ml="sm"
        onClick={() => {
          close()
          undo.run()
        }}
      >
        Undo
      </Button>
    )}
  </Alert>
)

function NextLink({ next: { to, label }, onClick }: { next: NextStep; onClick: () => void }) {
  const { Link } = useNavigation()
  return (
    <Link to={to} className={classes.next} onClick={onClick}>
      {label}
    </Link>
  )
}

/**
 * The `InlineMessage` nearest to one of the controls, preferably after it; null if there is none.
 */
function findMessagePlace(answers: readonly Element[]): Element | null {
  for (const control of answers) {
    if (!control.isConnected) continue
    for (let at: Element | null = control; at?.parentElement; at = at.parentElement) {
      const around = [...at.parentElement.children].filter((one) => one.hasAttribute('data-message-here'))
      const behind = around.find((one) => at!.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
      const place = behind ?? around[0]
      if (place) return place
    }
  }
  return null
}

/** The element where the current message is shown; null if it is in the banner. */
export function useMessagePlace(): Element | null {
  const message = useMessage()
  const [place, setPlace] = useState<Element | null>(null)
  useLayoutEffect(() => setPlace(message && findMessagePlace(message.controls)), [message])
  return place
}

/** Shows messages caused by the controls before and around it, instead of the banner. */
export function InlineMessage() {
  const banner = useBanner()
  const message = useMessage()
  const here = useRef<HTMLDivElement>(null)
  const place = useMessagePlace()
  const mine = message !== null && place !== null && place === here.current

  useEffect(() => {
    if (mine) here.current?.scrollIntoView({ block: 'nearest' })
  }, [mine])
  // When this place is unmounted, its message moves to the banner.
  useEffect(() => () => void setTimeout(banner.rearrange), [banner])

  return (
    <div ref={here} data-message-here className={classes.here} role="alert">
      {mine && <MessageAlert message={message} close={banner.reset} />}
    </div>
  )
}
