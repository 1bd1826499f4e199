/** Runs in a page, so it is text here: the lowest contrast (WCAG 2.2, 1.4.3) and height of what can be read and touched, and by how much the page is too wide. */
export const READABILITY = `(() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? behind(element.parentElement) : backgroundColor;
  };
  const contrasts = [...document.querySelectorAll('h1, p, label, input, button')].map((element) => {
    const [dark, light] = [getComputedStyle(element).color, behind(element)].map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  });
  const heights = [...document.querySelectorAll('input, button')].map((element) => element.getBoundingClientRect().height);
  const { scrollWidth, clientWidth } = document.documentElement;
  return { contrast: Math.min(...contrasts), height: Math.min(...heights), overflow: scrollWidth - clientWidth };
})()`;
