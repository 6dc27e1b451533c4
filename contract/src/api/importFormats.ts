/** What a plan can be imported from. */
export const IMPORT_FORMATS = ['cairn', 'markdown', 'csv', 'todoist', 'trello', 'linear', 'github'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]
