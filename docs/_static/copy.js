/* A button on each block of code copies it, without prompts and without what is printed. */
document.addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll("div.highlight pre")) {
    const text = block.textContent;
    const button = document.createElement("button");
    button.className = "copy";
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const prompt = /^(>>> ?|\.\.\. ?|\$ )/;
      const lines = text.trimEnd().split("\n");
      const typed = lines.filter((line) => prompt.test(line));
      const copied = (typed.length ? typed : lines).map((line) => line.replace(prompt, ""));
      await navigator.clipboard.writeText(copied.join("\n") + "\n");
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    block.parentElement.append(button);
  }
});
