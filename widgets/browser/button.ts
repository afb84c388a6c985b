// A button with a name and something to do.

export function button(name: string, className: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = name;
  made.addEventListener("click", press);
  return made;
}
