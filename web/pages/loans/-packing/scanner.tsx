import { Button, TextInput } from '@mantine/core'
import { IconCamera, IconQrcode } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Note } from '#web/ui/text/note.tsx'
import classes from './packing.module.css'

/** https://developer.mozilla.org/docs/Web/API/BarcodeDetector; not in every browser. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type BarcodeDetectorClass = new (options: { formats: string[] }) => BarcodeDetector

const detectorClass = () => (window as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector

const LOOK_MS = 200
/** For how long the code that was just read is not read again. */
const SAME_CODE_MS = 2000

interface ScannerProps {
  /** Takes what was read; returns what is wrong with it, or null. */
  onCode: (text: string) => string | null
}

/** A field for a hand scanner, which types the code and Enter, and the camera where the browser can read codes with it. */
export function Scanner({ onCode }: ScannerProps) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [camera, setCamera] = useState(false)
  const take = (text: string) => {
    if (text.trim() === '') return
    setWrong(onCode(text.trim()))
    setTyped('')
  }
  return (
    <div className={classes.scanner}>
      <TextInput
        aria-label="Code of a label, or name of a piece"
        placeholder="Scan a label, or type the name of a piece"
        leftSection={<IconQrcode size={16} aria-hidden />}
        value={typed}
        error={wrong}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take(typed)
        }}
      />
      {detectorClass() && (
        <Button
          variant="default"
          leftSection={<IconCamera size={16} aria-hidden />}
          aria-pressed={camera}
          onClick={() => setCamera(!camera)}
        >
          {camera ? 'Stop the camera' : 'Camera'}
        </Button>
      )}
      {camera && <CameraView onCode={take} />}
    </div>
  )
}

/** What the camera sees, until a code is in it. */
function CameraView({ onCode }: { onCode: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [refused, setRefused] = useState(false)
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    const Detector = detectorClass()
    if (!Detector) return
    const detector = new Detector({ formats: ['qr_code'] })
    const last = { text: '', at: 0 }
    let stream: MediaStream | null = null
    let timer: ReturnType<typeof setTimeout>
    let left = false
    const look = async () => {
      const [code] = video.current ? await detector.detect(video.current).catch(() => []) : []
      if (left) return
      const text = code?.rawValue ?? ''
      if (text !== '' && (text !== last.text || Date.now() - last.at > SAME_CODE_MS)) latest.current(text)
      if (text !== '') Object.assign(last, { text, at: Date.now() })
      timer = setTimeout(look, LOOK_MS)
    }
    navigator.mediaDevices
      ?.getUserMedia({ video: { facingMode: 'environment' } })
      .then(async (opened) => {
        stream = opened
        if (left || !video.current) return stop()
        video.current.srcObject = opened
        await video.current.play()
        await look()
      })
      .catch(() => setRefused(true))
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    return () => {
      left = true
      clearTimeout(timer)
      stop()
    }
  }, [])
  if (refused)
    return (
      <Note kind="warn" title="The camera cannot be used.">
        Allow it for this page in the browser, or type the name of the piece.
      </Note>
    )
  return <video ref={video} className={classes.camera} muted playsInline aria-label="Camera" />
}
