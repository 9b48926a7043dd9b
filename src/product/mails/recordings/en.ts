/** What the mails to submitters say differently about a video or audio, in English. `{…}` is a placeholder. */
export const recordingMails = {
	private_link_video: {
		subject: 'Your video has arrived at {space}',
		heading: 'Thank you, {name}. Your video has arrived.',
		heading_unnamed: 'Thank you. Your video has arrived.',
		intro:
			'{space} watches it and decides whether to publish it. On your private page you see where it is shown, and you can replace, withdraw or erase it at any time.',
		once: 'Keep this mail to yourself: anyone who has the link can watch your video and replace it.',
		stop: 'No more mails about this video',
	},
	private_link_audio: {
		subject: 'Your recording has arrived at {space}',
		heading: 'Thank you, {name}. Your recording has arrived.',
		heading_unnamed: 'Thank you. Your recording has arrived.',
		intro:
			'{space} listens to it and decides whether to publish it. On your private page you see where it is shown, and you can replace, withdraw or erase it at any time.',
		once: 'Keep this mail to yourself: anyone who has the link can listen to your recording and replace it.',
		stop: 'No more mails about this recording',
	},
	published_video: {
		subject: 'Your video is public at {space}',
		heading: 'Your video is public now',
		anonymous: 'It is shown without your name, as you chose.',
		wall: 'See it on the wall',
		withdraw: 'Changed your mind? Withdraw it on your private page: gone from every place within 60 seconds.',
		stop: 'No more mails about this video',
	},
	published_audio: {
		subject: 'Your recording is public at {space}',
		heading: 'Your recording is public now',
		anonymous: 'It is played without your name, as you chose.',
		wall: 'Hear it on the wall',
		withdraw: 'Changed your mind? Withdraw it on your private page: gone from every place within 60 seconds.',
		stop: 'No more mails about this recording',
	},
}

/** The same of another language. */
export type RecordingMails = {
	[Mail in keyof typeof recordingMails]: { [Key in keyof (typeof recordingMails)[Mail]]: string }
}
