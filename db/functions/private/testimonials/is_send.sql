-- True when a testimonial of a state is one that was sent through a form that exists; spam is none.
create or replace function private.is_send(state smallint, form_id uuid) returns boolean
language sql immutable
return state & 4096 <> 0 and (state >> 2 & 3) <> 2 and form_id is not null;
