/** Why a recording cannot be shown; `media.problem`. docs/wire-functions.md explains them. */
export const mediaProblems = [
	'unreadable',
	'no_video',
	'no_audio',
	'too_long',
	'too_large_picture',
	'too_many_streams',
	'too_slow',
	'no_ffmpeg',
	'storage_full',
	'interrupted',
] as const
export type MediaProblem = (typeof mediaProblems)[number]
