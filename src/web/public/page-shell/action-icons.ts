/* Line icons of what loads later than the form, in a box of 24 units. */
export const copy =
	'M10 8.5h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 8.5 18v-8A1.5 1.5 0 0 1 10 8.5zM15.5 8.5v-2a2 2 0 0 0-2-2h-7a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h2'
export const share = 'M12 15V4M8 7.5L12 3.5l4 4M6 11.5H5v9h14v-9h-1'
export const upload = 'M12 15V4M7.5 8.5L12 4l4.5 4.5M5 19.5h14'
export const download = 'M12 4v11M7.5 10.5L12 15l4.5-4.5M5 19.5h14'
