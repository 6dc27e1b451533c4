import { useEffect, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type Area, cropPicture } from './avatar.ts'

const ZOOM_MAX = 4

interface Props {
  file: File
  /** Receives the chosen square, or the whole file if it was never rendered. */
  onCropped: (file: File) => void
  onClose: () => void
}

/** Crops an image to a square, by dragging, arrow keys, wheel, pinch or slider. */
export function CropDialog({ file, onCropped, onClose }: Props) {
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const finish = async () => {
    if (!area?.width) return onCropped(file)
    setBusy(true)
    try {
      onCropped(await cropPicture(file, area))
    } catch {
      setFailed(true)
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Crop avatar" width="sm">
      <div className="relative h-72 overflow-hidden rounded-10 bg-idle-soft">
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={ZOOM_MAX}
            aspect={1}
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            cropperProps={{ 'aria-label': 'Crop area. Use the arrow keys to move it.' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <div className="mt-4">
        <Field label="Zoom">
          <input
            type="range"
            aria-label="Zoom"
            min={1}
            max={ZOOM_MAX}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
            className="w-full accent-accent"
          />
        </Field>
      </div>
      {hasFailed && <Notice look="error">This image can’t be read. Choose another one.</Notice>}
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" autoFocus busy={isBusy} onClick={finish}>
          Save avatar
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Returns an object URL of the file and revokes it on unmount. */
function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
