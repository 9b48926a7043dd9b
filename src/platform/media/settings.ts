import { z } from 'zod'
import { type Environment, filePath, flag, httpUrl, integer } from '#platform/config/setting-types.ts'

const mebibytes = (fallback: number) => integer(1, 2048).default(fallback)

/** Settings of the file store, the sizes of files, and the processing of recordings. */
export const mediaSettings = {
	S3_ENDPOINT: httpUrl.optional(),
	S3_REGION: z.string().optional(),
	S3_BUCKET: z.string().optional(),
	S3_ACCESS_KEY_ID: z.string().optional(),
	S3_SECRET_ACCESS_KEY: z.string().optional(),
	READY_NEEDS_S3: flag.default(false),
	MAX_PHOTO_MB: mebibytes(10),
	MAX_VIDEO_MB: mebibytes(200),
	MAX_AUDIO_MB: mebibytes(30),
	MIN_FREE_DISK_MB: integer(0, 1_000_000).default(256),
	/** Path of ffmpeg, or of the folder of ffmpeg and ffprobe. Unset: they are searched for in PATH. */
	FFMPEG_PATH: filePath.optional(),
}

type MediaSettings = z.output<z.ZodObject<typeof mediaSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<MediaSettings> {}
}

/** One line for each setting that lacks another one. */
export function findMediaSettingErrors(env: Environment): string[] {
	const problems: string[] = []
	// With half of the S3 settings, files would silently go to the disk or requests would be unsigned.
	const isUsedForBackups = env.BACKUP_TARGET?.startsWith('s3://')
	if (!env.S3_BUCKET && !isUsedForBackups && Object.keys(env).some((name) => name.startsWith('S3_')))
		problems.push('The S3_… settings need S3_BUCKET, or a BACKUP_TARGET in S3.')
	if (Boolean(env.S3_ACCESS_KEY_ID) !== Boolean(env.S3_SECRET_ACCESS_KEY))
		problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.')
	if (env.S3_BUCKET && !env.S3_ENDPOINT && !env.S3_REGION)
		problems.push('S3_BUCKET needs S3_REGION, or S3_ENDPOINT when it is not at AWS.')
	return problems
}
