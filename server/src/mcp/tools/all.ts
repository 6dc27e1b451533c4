import type { Tool } from '../tool.ts'
import { adminTools } from './admin.ts'
import { readTools } from './read.ts'
import { writeTools } from './write.ts'

/** In the order in which assistants see them. */
export const TOOLS: readonly Tool[] = [...readTools, ...writeTools, ...adminTools]
