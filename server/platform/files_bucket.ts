import { createReadStream } from 'node:fs'
import { Disk } from 'flydrive'
import type { Store } from './files_store.ts'

/**
 * A bucket of S3 or its like; the credentials are where the client looks for them (AWS_ACCESS_KEY_ID and so on). The
 * client is large: a server that keeps its files in a folder never loads it.
 */
export function openBucket(url: URL): () => Promise<Store> {
  let store: Promise<Store> | undefined
  return () => {
    store ??= connect(url)
    return store
  }
}

async function connect({ host: bucket, searchParams }: URL): Promise<Store> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const endpoint = searchParams.get('endpoint') ?? undefined
  const disk = new Disk(
    new S3Driver({
      bucket,
      visibility: 'private',
      // Access is the bucket's policy; many buckets refuse lists for single files.
      supportsACL: false,
      region: searchParams.get('region') ?? undefined,
      endpoint,
      // Servers that are not Amazon's seldom have a host name for each bucket, or its newer checksums.
      forcePathStyle: endpoint !== undefined,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  )
  return {
    disk,
    // S3 wants to know the length before the first byte.
    move: ({ path, size }, key) => disk.putStream(key, createReadStream(path), { contentLength: size }),
  }
}
