import { useLocalStorage } from '@mantine/hooks'

/** Whether a sound is to be played when the chair calls back, on this device. */
export const useSoundWanted = () =>
  useLocalStorage({ key: 'ao.meeting_sound', defaultValue: true, getInitialValueInEffect: false })
