import { useMemo, useState } from 'react'
import { readStored, writeStored } from '../../../lib/storage.ts'

const KEY = 'graph_wheel_zooms'

/** Whether the wheel zooms instead of moving the canvas, as chosen in this browser. */
export function useWheelZoom() {
  const [wheelZooms, setState] = useState(() => readStored(KEY) === 'true')
  return useMemo(() => {
    const setWheelZooms = (zooms: boolean) => {
      writeStored(KEY, zooms ? 'true' : null)
      setState(zooms)
    }
    return { wheelZooms, setWheelZooms }
  }, [wheelZooms])
}

export type WheelZoom = ReturnType<typeof useWheelZoom>
