/** Why nothing can be recorded. */
export type DeviceProblem =
	| 'refused'
	| 'system'
	| 'none'
	| 'no-microphone'
	| 'in-use'
	| 'insecure'
	| 'unsupported'
	| 'in-app'
	| 'too-short'
	| 'failed'

type Surroundings = { isSecure: boolean; hasDevices: boolean; hasRecorder: boolean; isWebView: boolean }

/** The surroundings of this page. */
export function readSurroundings(isWebView: boolean): Surroundings {
	return {
		isSecure: isSecureContext,
		hasDevices: Boolean(navigator.mediaDevices?.getUserMedia),
		hasRecorder: 'MediaRecorder' in window,
		isWebView,
	}
}

/** A problem that is known before the visitor is asked for permission. */
export function findProblem({ isSecure, hasDevices, hasRecorder, isWebView }: Surroundings): DeviceProblem | undefined {
	if (hasDevices && hasRecorder) return undefined
	if (!isSecure) return 'insecure'
	return isWebView ? 'in-app' : 'unsupported'
}

/** The problem behind an error of `getUserMedia`: https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
export function classifyError(error: unknown, isWebView: boolean): DeviceProblem {
	const { name = '', message = '' } = error instanceof Error ? error : {}
	switch (name) {
		case 'NotAllowedError':
		case 'SecurityError':
			if (isWebView) return 'in-app'
			return /system/i.test(message) ? 'system' : 'refused'
		case 'NotFoundError':
			return isWebView ? 'in-app' : 'none'
		case 'NotReadableError':
		case 'AbortError':
			return 'in-use'
		default:
			return isWebView ? 'in-app' : 'failed'
	}
}
