import { createRequire } from 'node:module'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import type { WriteOptions } from 'flydrive/types'
import { StartError } from './start_error.ts'

/** The S3 client is large, and a server that keeps its files in a folder does without: it is not loaded before it is used. */
const CLIENT = ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner']

/** A bucket of S3 or its like; the credentials are where the client looks for them (AWS_ACCESS_KEY_ID and so on). */
export function openBucket(url: URL): () => Promise<Disk> {
  try {
    for (const name of CLIENT) createRequire(import.meta.url).resolve(name)
  } catch {
    throw new StartError(`FILES_URL needs two packages more: npm install ${CLIENT.join(' ')}`)
  }
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
