import { useCallback, useEffect, useRef } from 'react'

/** Two notes, in Hz, and how long each sounds, in seconds. */
const NOTES = [659, 880]
const NOTE_S = 0.18
const LOUDNESS = 0.2

/**
 * A short sound, made without a file. Browsers allow sound only after the page was pressed or a key was: the first such
 * event while this is mounted makes it ready; without one `play` does nothing.
 */
export function useChime(): () => void {
  const audio = useRef<AudioContext | null>(null)
  useEffect(() => {
    const allow = () => {
      if (!('AudioContext' in window)) return
      audio.current ??= new AudioContext()
      void audio.current.resume()
    }
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, allow, { passive: true })
    return () => {
      for (const event of events) window.removeEventListener(event, allow)
      void audio.current?.close()
      audio.current = null
    }
  }, [])
  return useCallback(() => {
    const context = audio.current
    if (context?.state !== 'running') return
    for (const [position, pitch] of NOTES.entries()) {
      const tone = context.createOscillator()
      const volume = context.createGain()
      const start = context.currentTime + position * NOTE_S
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(LOUDNESS, start)
      volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S)
      tone.connect(volume).connect(context.destination)
      tone.start(start)
      tone.stop(start + NOTE_S)
    }
  }, [])
}
