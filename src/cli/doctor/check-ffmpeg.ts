import { cliConfig } from '#cli/with-deps.ts'
import { FfmpegNotInstalled, findFfmpeg } from '#platform/media/recordings/ffmpeg/find-ffmpeg.ts'

/** Checks that ffmpeg can process recordings here, and names its confinement. @throws FfmpegMissing for one that cannot be used */
export async function checkFfmpeg(): Promise<string> {
	try {
		const { version, hasToneMapping, confinement } = await findFfmpeg(cliConfig())
		const { priority, hasLimits, withoutNetwork, tied } = confinement
		const works: [boolean, string][] = [
			[withoutNetwork.length > 0, 'no network'],
			[hasLimits, 'limits of memory and time'],
			[tied.length > 0, 'no new privileges'],
			[priority.length > 0, 'low priority'],
		]
		const named = (wanted: boolean) => works.flatMap(([isThere, name]) => (isThere === wanted ? [name] : []))
		const lacking = [
			...(named(false).length > 0 ? [`; this machine does not allow: ${named(false).join(', ')}`] : []),
			...(hasToneMapping ? [] : ['; without zscale, films in HDR look pale']),
		]
		return `ffmpeg ${version}, run with ${named(true).join(', ') || 'nothing that confines it'}${lacking.join('')}`
	} catch (error) {
		// Text and photos need no ffmpeg, so an installation without it is not wrong.
		if (error instanceof FfmpegNotInstalled)
			return `${error.message} Without it, only MP4 recordings with H.264 and AAC can be shown.`
		throw error
	}
}
