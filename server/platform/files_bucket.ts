import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import type { WriteOptions } from 'flydrive/types'

/**
 * A bucket of S3 or its like; the credentials are where the client looks for them (AWS_ACCESS_KEY_ID and so on). The
 * client is large: a server that keeps its files in a folder never loads it.
 */
export function openBucket(url: URL): () => Promise<Disk> {
  let disk: Promise<Disk> | undefined
  return () => {
    disk ??= connect(url)
    return disk
  }
}

async function connect({ host: bucket, searchParams }: URL): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  class Bucket extends S3Driver {
    /** S3 wants to know the length before the first byte. */
    override async putStream(key: string, contents: Readable, options?: WriteOptions): Promise<void> {
      await this.put(key, await buffer(contents), options)
    }
  }
  const endpoint = searchParams.get('endpoint') ?? undefined
  return new Disk(
    new Bucket({
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
}
