import { type ComponentType, lazy } from 'react'

/** A part of a page that not every visit shows: its code comes when it is first drawn, within a `Suspense`. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }))
