/**
 * Texts of the submitter's page about a video or audio. A name that ends in `_video`, `_audio` or `_recording` (both) stands in for the
 * text without that ending, here or in `receipt.ts`. `{space}` is the name of the space.
 */
export const english = {
	skip_video: 'Go to your video',
	skip_audio: 'Go to your recording',
	title_video: 'Your video for {space}',
	title_audio: 'Your recording for {space}',
	yours_video: 'Your video',
	yours_audio: 'Your recording',
	statusEdit_recording: '{status}. What is new waits for {space}',
	statusPrivate_video: 'Only {space} can watch it. Nothing is published.',
	statusPrivate_audio: 'Only {space} can listen to it. Nothing is published.',
	statusPending_video: 'Waiting for {space} to watch it. It is shown nowhere yet.',
	statusPending_audio: 'Waiting for {space} to listen to it. It is shown nowhere yet.',
	// The player
	onWall: 'On the wall now',
	former: 'The former one',
	waits: 'Waits for {space}',
	approved: 'Approved, and shown once it is ready',
	shownPart: '{space} shows {start} to {end} of it. All of it is kept.',
	shownWords: 'Where a wall needs words, {space} shows:',
	transcript: 'What is said in it',
	original: 'Download what you sent',
	preparing: 'We are preparing it so that it plays everywhere. You need not stay.',
	preparation_video: 'Preparing your video',
	preparation_audio: 'Preparing your recording',
	reload: 'Reload this page to see how far it is',
	isReady_video: 'Your video is ready to watch.',
	isReady_audio: 'Your recording is ready to listen to.',
	failed_video: 'Your video could not be prepared',
	failed_audio: 'Your recording could not be prepared',
	sendAnother: 'Send another recording',
	// Why it cannot be shown: the codes of shared/media-problems.ts
	problem_unreadable: 'The file cannot be read. It may be damaged, or it ends in the middle.',
	problem_no_video: 'The file has sound and no picture.',
	problem_no_audio: 'The file has no sound.',
	problem_too_long: 'It is longer than {space} allows.',
	problem_too_large_picture:
		'Its picture is larger than can be prepared. Record it at a lower resolution, such as 1080p.',
	problem_too_many_streams: 'The file has too many tracks. Save it again with one picture and one sound track.',
	problem_too_slow: 'It took the server too long. A shorter one will work.',
	problem_no_ffmpeg:
		'This server cannot prepare recordings at the moment. {space} sees this as well. Yours is kept and is prepared as soon as the server can: you need not do anything.',
	problem_storage_full:
		'The server has no room at the moment. {space} sees this as well and can start again. Yours is kept: you need not do anything.',
	problem_interrupted:
		'Something went wrong on the server. {space} sees this as well and can start again. Yours is kept: you need not do anything.',
	// Replacing it
	replace: 'Replace',
	replaceText_video: '{space} watches a new one before it is published.',
	replaceText_audio: '{space} listens to a new one before it is published.',
	replacePublic: 'The one that is public now stays up until then.',
	recordAgain: 'Record it again',
	otherFile: 'Choose another file',
	needsScript: 'To send another one, open this page in a browser that runs JavaScript.',
	notLoaded: 'This could not be loaded. Check your connection and try again.',
	send_video: 'Send the new video',
	send_audio: 'Send the new recording',
	sending: 'Sending',
	sendsLater: 'It is sent when the upload is done',
	takeBackSend: 'Do not send it yet',
	uploading: 'On its way.',
	left: 'About {time}.',
	arrived: 'It is uploaded, and {space} does not have it yet. Send it when you are ready.',
	needNotWait: 'You need not wait: press Send, and it goes out when the upload is done. Remove stops it.',
	closedLink:
		'This private link takes no recording any more, so it was not uploaded. It is still here: you can save it.',
	notSent: 'It was not sent: the server cannot be reached. It is kept here. Press Send again.',
	tooOften: 'It was changed very often in the last hour. It is kept here. Press Send again in an hour.',
	replaced_video: 'Your new video has arrived, and waits for {space}.',
	replaced_audio: 'Your new recording has arrived, and waits for {space}.',
	replacedPublic_video: 'Your new video has arrived. The one that is public stays up until {space} has watched it.',
	replacedPublic_audio:
		'Your new recording has arrived. The one that is public stays up until {space} has listened to it.',
	// Editing, consent, taking it back
	editText_recording: '{space} looks at a change before it is published. What is public now stays up until then.',
	editWords_recording: 'Edit words and name',
	withoutNameHint_video: 'Your face and your voice can still be recognized.',
	withoutNameHint_audio: 'Your voice can still be recognized.',
	notAtAllHint_video: 'Only {space} can still watch it.',
	notAtAllHint_audio: 'Only {space} can still listen to it.',
	downloadText_video: 'Your words, consents and history in one file, with a link to your video.',
	downloadText_audio: 'Your words, consents and history in one file, with a link to your recording.',
	eraseText_video: 'Removes your video, words, name, photo and e-mail for good, for {space} too.',
	eraseText_audio: 'Removes your recording, words, name, photo and e-mail for good, for {space} too.',
	erasedText_video:
		'Your video, your words, your name, your photo and your e-mail address are gone, and within 60 seconds from every wall that showed them. This link no longer works.',
	erasedText_audio:
		'Your recording, your words, your name, your photo and your e-mail address are gone, and within 60 seconds from every wall that showed them. This link no longer works.',
	event_edited_recording: '{who} changed it',
	// The message after an action
	editedPublic_recording: 'Your change is saved. What was published stays up until {space} has looked at it.',
	next1_video: '{space} watches it.',
	next1_audio: '{space} listens to it.',
	linkHint_video: 'Keep it to yourself: anyone who has it can watch your video and replace it.',
	linkHint_audio: 'Keep it to yourself: anyone who has it can listen to your recording and replace it.',
}

export type ReceiptRecordingMessages = Readonly<Record<keyof typeof english, string>>
