import { Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'

/** The current step of the computation, its progress and the elapsed seconds. */
export function WorkProgress({ progress }: { progress: { text: string; share: number | null } | null }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Loader size="xs" aria-hidden />
        <Text size="sm">
          <span role="status">{progress?.text ?? 'Computing'}</span>, {seconds} s
        </Text>
      </Group>
      {progress?.share != null && <Progress value={100 * progress.share} aria-label="Progress" />}
    </Stack>
  )
}
