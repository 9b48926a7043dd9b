-- More layouts of a wall: a rating summary, a ticker, a feature with a portrait, a tab at the edge and a toast in the corner.
alter table public.walls
	drop constraint walls_layout_check,
	add constraint walls_layout_check check (layout in ('masonry', 'grid', 'list', 'carousel', 'marquee', 'single', 'badge', 'avatars',
		'ratings', 'ticker', 'feature', 'tab', 'toast'));
