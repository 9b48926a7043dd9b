-- Reads what private.testimonial_state wrote. `is_sent`: it came through a form.
create or replace function private.state_parts(state smallint) returns table (
	status text, spam_state text, kind text, rating smallint, is_pinned boolean, is_withdrawn boolean, is_public boolean, is_sent boolean
)
language sql immutable rows 1
begin atomic
	select (array['pending', 'approved', 'rejected', 'archived'])[1 + (state & 3)], (array['clean', 'suspect', 'spam'])[1 + (state >> 2 & 3)],
		(array['text', 'photo', 'video', 'audio'])[1 + (state >> 4 & 3)], nullif(state >> 6 & 7, 0)::smallint, state & 512 <> 0,
		state & 1024 <> 0, state & 2048 <> 0, state & 4096 <> 0;
end;
