/** Words of the recorder where it cannot record. Loaded with its screen. */
export const english = {
	tryAgain: 'Try again',
	phoneCamera: 'Use the phone’s camera',
	refused: 'The camera is not allowed here',
	refusedVoice: 'The microphone is not allowed here',
	allowAddressBar: 'Tap the sign at the start of the address bar, allow the camera and the microphone, then try again.',
	allowSafariPhone:
		'Tap the page menu in the address bar, open the website settings, allow the camera and the microphone, then try again.',
	allowSafari:
		'Open Settings for this website in the Safari menu, allow the camera and the microphone, then try again.',
	allowFirefox: 'Click the crossed-out camera or microphone in the address bar, remove the block, then try again.',
	allowSystem:
		'Allow your browser to use the camera and the microphone in the settings of this device, then try again.',
	none: 'We found no camera',
	noneText: 'Connect one and try again, leave us your voice alone, or choose a video that you already have.',
	noneTextFile: 'Connect one and try again, or choose a video that you already have.',
	noneVoice: 'We found no microphone',
	noneVoiceText: 'Connect one and try again, or choose a recording that you already have.',
	inUse: 'The camera is in use',
	inUseVoice: 'The microphone is in use',
	inUseText: 'Another app or tab has it. Close that one and try again, or choose a file.',
	insecure: 'Recording needs a secure page',
	insecureText:
		'This page was opened without https, so the browser keeps the camera and the microphone away. Choose a file.',
	unsupported: 'This browser cannot record',
	unsupportedText: 'Open the page in another browser, or choose a file.',
	failed: 'The camera did not start',
	failedVoice: 'The microphone did not start',
	failedText: 'Try again. If it happens once more, choose a file.',
	tooShort: 'That was too short',
	tooShortText: 'It was stopped before anything was recorded. Try again.',
	inApp: 'This app keeps the camera to itself',
	inAppVoice: 'This app keeps the microphone to itself',
	inAppText: 'Open this page in your browser and record there.',
	inAppDraft: 'What you have typed comes along.',
	openBrowser: 'Open in your browser',
	copyLink: 'Copy the link',
	copied: 'Link copied. Paste it into the address bar of your browser.',
	notCopied: 'Copy this link by hand:',
}

export type RecorderProblemMessages = Readonly<Record<keyof typeof english, string>>
