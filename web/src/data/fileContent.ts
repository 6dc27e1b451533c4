// What is in an uploaded file, for its preview.
import type { Artifact } from '@cairn/contract/api/artifacts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../lib/api.ts'

/** The address of a file is signed and changes; its content does not. */
export const fileContentQuery = ({ id, download_url }: Pick<Artifact, 'id' | 'download_url'>) =>
  queryOptions({
    queryKey: ['file', id],
    queryFn: async ({ signal }): Promise<Blob> => {
      const response = await fetch(download_url, { signal })
      if (!response.ok) throw new ApiError(response.status, `http_${response.status}`, 'Failed to read the file')
      return response.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
