/* Line icons of the recorder, for the Icon of the page. */
export const microphone = 'M12 3a3 3 0 0 1 3 3v5.5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3'
export const cross = 'M6 6l12 12M18 6L6 18'
export const down = 'M6 9.5l6 6 6-6'
export const pauseBars = 'M9 6v12M15 6v12'
export const playTriangle = 'M8 5.5v13l10.5-6.5z'
export const nextLines = 'M4.5 6.5h15M4.5 12h9M4.5 17.5h9M17 13v6M14.5 16.5l2.5 2.5 2.5-2.5'
export const minus = 'M6 12h12'
export const plus = 'M6 12h12M12 6v12'
export const opened = 'M13.5 4.5h6v6M19 5l-8 8M10 5.5H6.5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V14'
export const cameraOff =
	'M4 4l16 16M7.5 6.5H5a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h8.5a2 2 0 0 0 2-1.5M11.5 6.5h2a2 2 0 0 1 2 2v2l5.5-3v9'
export const microphoneOff =
	'M4 4l16 16M9 9v2.5a3 3 0 0 0 4.5 2.6M15 11V6a3 3 0 0 0-5.8-1M5.5 11.5a6.5 6.5 0 0 0 10.5 5.1M18.5 11.5a6.5 6.5 0 0 1-.5 2.5M12 18v3'
export const check = 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.5 12.2l2.5 2.5 4.5-5'
