import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
// @ts-expect-error the package has no types
import S3rver from 's3rver'

const BUCKET = 'ao-uploads'
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** A server of the S3 protocol over `directory`, the settings that put uploads there, and what lies in it. */
export async function startS3Server(directory: string) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = (await server.run()) as { port: number }
  const endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: CREDENTIALS,
  })
  return {
    settings: { FILES_URL: `s3://${BUCKET}/uploads?region=us-east-1&endpoint=${endpoint}` },
    /** Where the client of the product looks for them. */
    credentials: {
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
    async keys(): Promise<string[]> {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }))
      return Contents.map(({ Key }) => Key!.replace('uploads/', ''))
    },
    close: () => server.close() as Promise<void>,
  }
}
